import { eachTerm } from './item-facts.ts'
import type { SearchIndex } from './search-index.ts'

/** Terms that are looked for, and how much each counts. */
export type AskedTerms = ReadonlyMap<string, number>

type First = readonly { readonly place: number; readonly score: number }[]

/** Hits whose terms are taken, and terms that are added. */
const HITS = 10
const TERMS = 10

/**
 * RM3: what the first hits have most of is asked for as well, and counts for a share of the query. It helps stores of
 * one-line facts, and hurts where titles say what an item is about.
 */
export function expandQuery(
  { items }: SearchIndex,
  asked: AskedTerms,
  { first, share }: { readonly first: First; readonly share: number },
): AskedTerms {
  const top = first.slice(0, HITS)
  const total = top.reduce((sum, { score }) => sum + score, 0)
  const found = new Map<string, number>()
  for (const { place, score } of top) {
    const counts = new Map<string, number>()
    for (const packed of items[place]?.terms ?? []) {
      eachTerm(packed, (term, count) => void counts.set(term, (counts.get(term) ?? 0) + count))
    }
    const length = [...counts.values()].reduce((sum, count) => sum + count, 0)
    for (const [term, count] of counts) {
      found.set(term, (found.get(term) ?? 0) + ((score / total) * count) / length)
    }
  }
  const added = [...found].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, TERMS)
  const mass = added.reduce((sum, [, weight]) => sum + weight, 0)
  const expanded = new Map([...asked].map(([term, weight]) => [term, (1 - share) * weight]))
  for (const [term, weight] of added) {
    expanded.set(term, (expanded.get(term) ?? 0) + (share * asked.size * weight) / mass)
  }
  return expanded
}
