import { mostThat } from '../core/text.ts'
import type { ReadIndex } from './index-bytes.ts'
import type { SearchIndex, TermList } from './search-index.ts'

/** So many terms are remembered with the lists of their items. */
const MOST_TERMS = 4096

/**
 * Several indexes as one, which ranks as one index of all their items does: places, items and parents are counted on from one to the
 * next. No item, and no parent, may be in two of them; in order of paths, each has what comes behind the one before.
 */
export function joinIndexes(parts: readonly ReadIndex[]): ReadIndex {
  const indexes = parts.map(({ index }) => index)
  const froms = sums(indexes.map(({ size }) => size))
  const partAt = (place: number): number => mostThat(parts.length, (part) => (froms[part] ?? 0) <= place)
  return {
    index: {
      size: froms.at(-1) ?? 0,
      itemOf: joined(
        indexes.map(({ itemOf, size }) => ({
          own: itemOf,
          count: size === 0 ? 0 : (itemOf[size - 1] ?? 0) + 1,
        })),
      ),
      aside: asideOf(indexes, froms),
      lengths: joined(indexes.map(({ lengths }) => ({ own: lengths, count: 0 }))),
      parentOf: joined(
        indexes.map(({ parentOf, parentLengths }) => ({ own: parentOf, count: parentLengths.length })),
      ),
      parentLengths: joined(indexes.map(({ parentLengths }) => ({ own: parentLengths, count: 0 }))),
      listsOf: listsIn(indexes, froms),
      *termsFrom(start) {
        for (const one of indexes) yield* one.termsFrom(start)
      },
    },
    textAt: (place) => {
      const part = partAt(place)
      return parts[part]?.textAt(place - (froms[part] ?? 0)) ?? ''
    },
  }
}

/** A query asks for a term many times. */
function listsIn(indexes: readonly SearchIndex[], froms: readonly number[]): SearchIndex['listsOf'] {
  const known = new Map<string, readonly TermList[]>()
  return (term) => {
    const before = known.get(term)
    if (before) return before
    const lists = indexes.flatMap((one, i) =>
      one.listsOf(term).map((list) => ({ ...list, from: list.from + (froms[i] ?? 0) })),
    )
    if (known.size === MOST_TERMS) known.clear()
    known.set(term, lists)
    return lists
  }
}

function asideOf(indexes: readonly SearchIndex[], froms: readonly number[]): Uint8Array {
  const all = new Uint8Array(froms.at(-1) ?? 0)
  for (const [i, { aside }] of indexes.entries()) all.set(aside, froms[i])
  return all
}

/** Numbers one after the other, each with the counts of the parts before its own added. */
function joined(parts: readonly { readonly own: Uint32Array; readonly count: number }[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, { own }) => sum + own.length, 0))
  let [at, before] = [0, 0]
  for (const { own, count } of parts) {
    for (const number of own) all[at++] = before + number
    before += count
  }
  return all
}

/** Where each begins, and where the last one ends. */
function sums(sizes: readonly number[]): readonly number[] {
  const all = [0]
  for (const size of sizes) all.push((all.at(-1) ?? 0) + size)
  return all
}
