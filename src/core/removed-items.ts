import { compareText } from './edit.ts'
import type { Memory } from './memory.ts'
import { removalName, removedKind, tombstonesIn } from './tombstones.ts'

/** An item that was removed with a reason: what its tombstone says, and where that is. Every text is untrusted. */
export type RemovedItem = {
  readonly path: string
  readonly line: number
  /** In words for people: `decision`. */
  readonly kind: string
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly title: string
  readonly reason: string
}

/** What the tombstones of a memory say, in order of places. */
export function removedItems(memory: Memory): RemovedItem[] {
  return tombstonesIn(memory)
    .map(({ item, document }) => ({
      path: document.path,
      line: item.place.line,
      kind: removedKind(item) ?? item.kind,
      date: textOf(item.fields.date),
      title: item.title,
      reason: textOf(item.fields.reason),
    }))
    .sort((a, b) => compareText(a.path, b.path) || a.line - b.line)
}

/** Those that a change removed: whose tombstone is new. */
export function newlyRemoved(before: Memory, after: Memory): RemovedItem[] {
  const known = new Set(tombstonesIn(before).map(({ item }) => removalName(item)))
  const documents = after.documents.map((document) => ({
    ...document,
    tombstones: (document.tombstones ?? []).filter((item) => !known.has(removalName(item))),
  }))
  return removedItems({ ...after, documents })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
