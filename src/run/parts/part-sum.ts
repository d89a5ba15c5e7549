import type { PartOutcome } from '../../cache/outcome-cache.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'

/** What a part came to, as far as a check that judges other parts needs it: a tuple, for there are many. */
export type PartSum = readonly [
  name: string,
  documents: number,
  items: number,
  ...diagnostics: readonly Diagnostic[],
]

/** Sums up the outcome of a part. */
export function partSum(
  name: string,
  { items, diagnostics }: Pick<PartOutcome, 'items' | 'diagnostics'>,
): PartSum {
  return [name, items.length, items.reduce((sum, count) => sum + count, 0), ...diagnostics]
}
