import type { JsonObject } from '../../../core/json.ts'
import type { Source } from '../../../core/source.ts'
import { contentIds } from '../../../formats/content-id.ts'
import { ITERATION_LISTS } from '../read-memory.ts'
import { rowsOf, textIn } from '../rows.ts'

/** The lists of an iteration file. */
export type SessionList = keyof typeof ITERATION_LISTS

/** The prefix of the ids of each list's items. */
export const PREFIXES: { readonly [list in SessionList]: string } = {
  insights: 'ins',
  issues: 'iss',
  learnings: 'lrn',
}

export const SESSION_LISTS = Object.keys(ITERATION_LISTS) as readonly SessionList[]

/** An insight, an issue or a learning of an iteration. */
export type SessionItem = {
  /** As it is written, or computed where none is. */
  readonly id: string
  readonly list: SessionList
  /** Where in its list. */
  readonly index: number
  /** The name of its file. */
  readonly iteration: string
  readonly row: JsonObject
}

/** The items of an iteration file in its order; what is no object is left out. */
export function sessionItems(source: Source): readonly SessionItem[] {
  return SESSION_LISTS.flatMap((list) => {
    const rows = rowsOf(source, list)
    const computed = contentIds(rows.map((row) => unnamed(list, row.value)))
    return rows.map((row, i): SessionItem => {
      const index = Number(row.pointer.slice(row.pointer.lastIndexOf('/') + 1))
      const id = textIn(row, 'id') || (computed[i] ?? '')
      return { id, list, index, iteration: source.scope, row: row.value }
    })
  })
}

/** What an item without an id is known by. */
export function unnamed(
  list: SessionList,
  { created_at: at, content }: JsonObject,
): { readonly prefix: string; readonly words: readonly string[] } {
  const words = [list, at, content].map((value) => (typeof value === 'string' ? value : ''))
  return { prefix: PREFIXES[list], words }
}
