import { type AskedTerms, expandQuery } from './expand-query.ts'
import { type ItemFacts, pairsOf } from './item-facts.ts'
import { idfOf, type Postings } from './postings.ts'
import { compareHits, type Hit, type Ranker, type Ranking, roundedScore } from './ranker.ts'
import type { SearchIndex } from './search-index.ts'
import { queryTerms, termsOf } from './terms.ts'

/** How much the score of a file counts for an entry of it. */
const PARENT_SHARE = 0.2

/**
 * Below this share of what the query asks, its best hit is no answer; with one matched term the share must be larger.
 * Chosen on the tuning half of the labelled questions.
 */
const WEAK_BELOW = 0.2
const WEAK_BELOW_WITH_ONE_TERM = 0.42

export type Bm25Options = {
  /** The most hits. */
  readonly limit?: number
  /** Only items for which it is true; how seldom a term is, is counted over all. */
  readonly among?: (item: ItemFacts) => boolean
  /** Where superseded and archived items are: behind all others, in their order, or left out. */
  readonly aside?: 'last' | 'in order' | 'left out'
  readonly parentShare?: number
  /** How much pairs of close terms count, where the facts have them. */
  readonly pairs?: number
  /** How much the terms of the first hits count as if they were asked for (RM3). */
  readonly feedback?: number
}

const MOST_HITS = 100

/** Ranks by BM25F over stems: what several fields say of a seldom term counts most. */
export function bm25Ranker(index: SearchIndex, options: Bm25Options = {}): Ranker {
  return { id: 'bm25', rank: (query) => rankByTerms(index, query, options) }
}

function rankByTerms(index: SearchIndex, query: string, options: Bm25Options): Ranking {
  const { feedback = 0, pairs = 0 } = options
  const said = queryTerms(query)
  const asked = new Map<string, number>(said.map((term) => [term, 1]))
  if (pairs > 0) for (const pair of new Set(pairsOf(termsOf(query).terms))) asked.set(pair, pairs)
  const first = bestHits(index, asked, options)
  const best =
    feedback > 0 ? bestHits(index, expandQuery(index, asked, { first, share: feedback }), options) : first
  const hits = best.map(
    ({ place, ...hit }): Hit => ({
      ...hit,
      matched: said.filter((term) => scoreAt(index, term, place) > 0),
    }),
  )
  return { hits, ...strengthOf(index, said, hits) }
}

/** An item with its score. */
type Scored = { readonly place: number; readonly id: string; readonly path: string; readonly score: number }

function bestHits(index: SearchIndex, asked: AskedTerms, options: Bm25Options): readonly Scored[] {
  const { limit = MOST_HITS, among, aside = 'last', parentShare = PARENT_SHARE } = options
  const { items, parentOf } = index
  const totals = addUp(index, index.byItem, asked)
  const parents = parentShare > 0 ? addUp(index, index.byParent, asked) : null
  // Two lists of numbers are sorted much faster than one of hits: only what can be among the best becomes a hit.
  const places: number[] = []
  const keys: number[] = []
  for (let place = 0; place < items.length; place++) {
    const own = totals[place] ?? 0
    const item = items[place]
    if (own === 0 || !item || (aside === 'left out' && item.isAside) || among?.(item) === false) continue
    const total = own + parentShare * (parents?.[parentOf[place] ?? 0] ?? 0)
    totals[place] = total
    places.push(place)
    keys.push(item.isAside && aside === 'last' ? -1 / total : total)
  }
  const least = keys.length > limit ? (Float64Array.from(keys).sort().at(-limit) ?? 0) : -Infinity
  const isBehind = ({ place }: Scored): boolean => aside === 'last' && items[place]?.isAside === true
  return places
    .filter((_, i) => (keys[i] ?? 0) >= least - 1e-6)
    .flatMap((place): Scored[] => {
      const item = items[place]
      return item ? [{ place, id: item.id, path: item.path, score: roundedScore(totals[place] ?? 0) }] : []
    })
    .sort((a, b) => Number(isBehind(a)) - Number(isBehind(b)) || compareHits(a, b))
    .slice(0, limit)
}

function addUp(
  { numberOf }: SearchIndex,
  { starts, places, scores, size }: Postings,
  asked: AskedTerms,
): Float64Array {
  const sums = new Float64Array(size)
  for (const [term, weight] of asked) {
    const number = numberOf.get(term)
    if (number === undefined) continue
    const end = starts[number + 1] ?? 0
    for (let at = starts[number] ?? 0; at < end; at++) {
      const place = places[at] ?? 0
      sums[place] = (sums[place] ?? 0) + weight * (scores[at] ?? 0)
    }
  }
  return sums
}

/** What a term adds to an item; 0 where the item does not have it. */
function scoreAt({ numberOf, byItem }: SearchIndex, term: string, place: number): number {
  const number = numberOf.get(term)
  if (number === undefined) return 0
  let [low, high] = [byItem.starts[number] ?? 0, byItem.starts[number + 1] ?? 0]
  const end = high
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((byItem.places[middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low < end && byItem.places[low] === place ? (byItem.scores[low] ?? 0) : 0
}

/** How much of what is asked the best hit has: terms count by how seldom they are, unknown ones most. */
function strengthOf(
  { items, numberOf, idf }: SearchIndex,
  said: readonly string[],
  hits: readonly Hit[],
): { readonly coverage: number; readonly isWeak: boolean } {
  const massOf = (terms: readonly string[]): number =>
    terms.reduce((sum, term) => sum + (idf[numberOf.get(term) ?? -1] ?? idfOf(0, items.length)), 0)
  const all = massOf(said)
  const tops = hits
    .slice(0, 3)
    .map(({ matched }) => ({ matched, coverage: roundedScore(massOf(matched) / all) }))
  const best = tops.reduce((a, b) => (b.coverage > a.coverage ? b : a), { matched: [''], coverage: 0 })
  const least = best.matched.length > 1 ? WEAK_BELOW : WEAK_BELOW_WITH_ONE_TERM
  return { coverage: best.coverage, isWeak: best.coverage < least }
}
