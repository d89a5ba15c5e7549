import { type Bm25Options, rankPlaces } from '../../src/retrieval/bm25.ts'
import type { SearchIndex } from '../../src/retrieval/search-index.ts'

/** All that a ranking says, without functions, to be compared with another one. */
export function plainRanking(index: SearchIndex, query: string, options: Bm25Options) {
  const { matchedAt, othersAt, places, scores, ...ranking } = rankPlaces(index, query, options)
  return {
    ...ranking,
    places: [...places],
    scores: [...scores],
    matched: [...places].map(matchedAt),
    others: [...places].map(othersAt),
  }
}
