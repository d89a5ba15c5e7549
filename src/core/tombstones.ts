import type { Document } from './document.ts'
import type { Item } from './item.ts'
import type { ItemAt } from './item-changes.ts'
import type { Memory } from './memory.ts'

const SUFFIX = ' tombstone'

/** The kind of tombstones for items of a kind: `decision tombstone`. */
export function tombstoneKind(kind: string): string {
  return kind + SUFFIX
}

/** The kind of the items that a tombstone stands for; null for an item that is none. */
export function removedKind({ kind }: Item): string | null {
  return kind.endsWith(SUFFIX) ? kind.slice(0, -SUFFIX.length) : null
}

/** A key as a comment can hold it: dashes that would end the title or the comment count as one. */
export function keyInComment(key: string): string {
  return key.replace(/--+>?/g, '-')
}

/** What a document remembers: its items, and the tombstones of items that were removed, which are lost like items. */
export function remembered({ items, tombstones }: Document): readonly Item[] {
  return tombstones ? [...items, ...tombstones] : items
}

/** The name under which an item and its tombstone are the same. */
export function removalName(item: Item): string {
  return JSON.stringify([removedKind(item) ?? item.kind, keyInComment(item.key)])
}

/** All tombstones of a memory, in order of places. */
export function tombstonesIn({ documents }: Memory): ItemAt[] {
  return documents.flatMap((document) => (document.tombstones ?? []).map((item) => ({ item, document })))
}

/** Asks of an item whether a memory has a tombstone for it. */
export function hasTombstoneIn(memory: Memory): (item: Item) => boolean {
  const names = new Set(tombstonesIn(memory).map(({ item }) => removalName(item)))
  return (item) => removedKind(item) === null && names.has(removalName(item))
}
