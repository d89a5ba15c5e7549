import type { Diagnostic } from './diagnostic.ts'

/** How many findings say each thing, by what they say of which file, whatever their lines. */
export type Said = ReadonlyMap<string, number>

/** Counts findings by what they say. */
export function countSaid(diagnostics: readonly Diagnostic[]): Said {
  const counts = new Map<string, number>()
  for (const one of diagnostics) counts.set(sameness(one), (counts.get(sameness(one)) ?? 0) + 1)
  return counts
}

/** Those findings that were said before: of each thing as many, the first ones, as had been said. */
export function saidBefore(found: readonly Diagnostic[], before: Said): ReadonlySet<Diagnostic> {
  const left = new Map(before)
  return new Set(
    found.filter((one) => {
      const count = left.get(sameness(one)) ?? 0
      if (count > 0) left.set(sameness(one), count - 1)
      return count > 0
    }),
  )
}

function sameness({ path, rule, message, layout }: Diagnostic): string {
  return JSON.stringify([path, rule, message, layout])
}
