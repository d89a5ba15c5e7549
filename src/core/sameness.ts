import { type Diagnostic, placesOf } from './diagnostic.ts'

/** How many places each thing is said of, by what is said of which file and item, whatever its lines. */
export type Said = ReadonlyMap<string, number>

/** Counts findings by what they say. */
export function countSaid(diagnostics: readonly Diagnostic[]): Said {
  const counts = new Map<string, number>()
  for (const one of diagnostics) counts.set(sameness(one), (counts.get(sameness(one)) ?? 0) + placesOf(one))
  return counts
}

/** Those findings that were said before: of each thing the first ones, of as many places as it had been said of. */
export function saidBefore(found: readonly Diagnostic[], before: Said): ReadonlySet<Diagnostic> {
  const left = new Map(before)
  return new Set(
    found.filter((one) => {
      const count = left.get(sameness(one)) ?? 0
      const isOld = count >= placesOf(one)
      if (isOld) left.set(sameness(one), count - placesOf(one))
      return isOld
    }),
  )
}

/** What a finding says of which file and item. */
export function sameness({ path, rule, message, layout, alike, item }: Diagnostic): string {
  return JSON.stringify(
    alike ? [path, rule, layout, alike.shape, 'alike'] : [path, rule, message, layout, item],
  )
}
