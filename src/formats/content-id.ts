import { digest } from './hash.ts'

/** Hexadecimal digits of a computed id. */
const DIGITS = 12

/** A row that has no id: what kind it is of, and the values that it is known by. */
type UnnamedRow = { readonly prefix: string; readonly words: readonly string[] }

/**
 * Ids for rows that have none, computed from what they say, so that the same row has the same id every time: `ins-` and 12
 * hexadecimal digits. Of equal rows the second gets `-2`.
 */
export function contentIds(rows: readonly UnnamedRow[]): readonly string[] {
  const counts = new Map<string, number>()
  return rows.map(({ prefix, words }) => {
    const id = `${prefix}-${digest(JSON.stringify(words)).slice(0, DIGITS)}`
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return count === 1 ? id : `${id}-${count}`
  })
}
