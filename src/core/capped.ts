import type { Finding } from './diagnostic.ts'

/** So many findings of one rule in one file say all there is to say; the last one tells how many more there are. */
export const MOST_OF_A_RULE = 500

/** The findings of one file, of each rule the first ones in the order given. */
export function capped(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= MOST_OF_A_RULE) return findings
  const counts = countByRule(findings)
  const seen = new Map<string, number>()
  return findings.flatMap((finding) => {
    const number = (seen.get(finding.rule) ?? 0) + 1
    seen.set(finding.rule, number)
    const more = (counts.get(finding.rule) ?? 0) - MOST_OF_A_RULE
    if (number < MOST_OF_A_RULE || more <= 0) return number <= MOST_OF_A_RULE ? [finding] : []
    if (number > MOST_OF_A_RULE) return []
    return [{ ...finding, message: `${finding.message} (and ${more} more of this rule in this file)` }]
  })
}

/** How many findings each rule has. */
export function countByRule(findings: readonly { readonly rule: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return counts
}
