/** An item that a query found. */
export type Hit = {
  readonly id: string
  readonly path: string
  /** Rounded to six decimals, so that machines agree; comparable within one ranking only. */
  readonly score: number
  /** What of the query it matches, in the ranker's own terms. */
  readonly matched: readonly string[]
}

/** What a query found, best first. */
export type Ranking = {
  readonly hits: readonly Hit[]
  /** How much of the query its best hits answer, from 0 to 1; null where the ranker has no measure. */
  readonly coverage: number | null
  /** True where nothing answers the query: what was found only shares words with it. */
  readonly isWeak: boolean
}

/**
 * A way of ranking the items of one memory. What it needs of them and of the world, such as texts or an instant, it was
 * made with; so one query gives one ranking.
 */
export type Ranker = {
  /** As users name it: `bm25`. */
  readonly id: string
  readonly rank: (query: string) => Ranking
}
