import type { ItemAt } from './item-changes.ts'
import type { Memory } from './memory.ts'
import type { Place } from './place.ts'

/**
 * Where a removed item is reported: the start of the line where it stood, in the file where it stood. Where that file
 * has become shorter, its last line, so that a suppression to the end of the file covers it.
 */
export function removedAt({ item, document }: ItemAt, after: Memory): { path: string; place: Place } {
  const now = after.documents.find(({ path }) => path === document.path)
  const line = Math.max(1, Math.min(item.place.line, now?.lines ?? item.place.line))
  return { path: document.path, place: { line, column: 1, endLine: line, endColumn: 1 } }
}
