/** One of several equal shares of the documents: `index` counts from 1 to `of`. */
export type Shard = { readonly index: number; readonly of: number }

/** More machines than this are a slip of the finger. */
export const MOST_SHARDS = 1000

/** Reads `I/N`, such as `3/8`; null unless 1 ≤ I ≤ N ≤ 1000. */
export function parseShard(text: string): Shard | null {
  const [, first = '', second = ''] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? []
  const shard = { index: Number(first), of: Number(second) }
  return isShard(shard) ? shard : null
}

/** True for a share that can be: 1 ≤ index ≤ of ≤ 1000. */
export function isShard({ index, of }: Shard): boolean {
  return Number.isInteger(index) && Number.isInteger(of) && index >= 1 && index <= of && of <= MOST_SHARDS
}
