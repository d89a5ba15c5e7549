import type { PartOutcome } from '../../cache/outcome-cache.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'

/** What a part came to, as far as a check that judges other parts needs it: a tuple, for there are many. */
export type PartSum = readonly [
  name: string,
  documents: number,
  items: number,
  headings: number,
  ...diagnostics: readonly Diagnostic[],
]

/** Sums up the outcome of a part. */
export function partSum(
  name: string,
  { items, headings, diagnostics }: Pick<PartOutcome, 'items' | 'headings' | 'diagnostics'>,
): PartSum {
  return [name, items.length, total(items), total(headings), ...diagnostics]
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
