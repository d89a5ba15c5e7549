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

/**
 * Asks of an item of `before` whether it was removed with a reason: `after` has a tombstone for it that `before` has not, in
 * the same workspace or other outermost scope. One tombstone stands for one item.
 */
export function isRemovedBetween(before: Memory, after: Memory): (at: ItemAt) => boolean {
  const free = countNames(tombstonesIn(after))
  for (const [name, count] of countNames(tombstonesIn(before))) free.set(name, (free.get(name) ?? 0) - count)
  const answers = new Map<Item, boolean>()
  return (at) => {
    const known = answers.get(at.item)
    if (known !== undefined) return known
    const name = nameInScope(at)
    const left = free.get(name) ?? 0
    const answer = removedKind(at.item) === null && left > 0
    if (answer) free.set(name, left - 1)
    answers.set(at.item, answer)
    return answer
  }
}

/** Asks of a tombstone whether a memory has the item again, in the same workspace or other outermost scope. */
export function isBackIn({ documents }: Memory): (at: ItemAt) => boolean {
  const names = new Set(
    documents.flatMap((document) => document.items.map((item) => nameInScope({ item, document }))),
  )
  return (at) => removedKind(at.item) !== null && names.has(nameInScope(at))
}

function countNames(all: readonly ItemAt[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const at of all) counts.set(nameInScope(at), (counts.get(nameInScope(at)) ?? 0) + 1)
  return counts
}

function nameInScope({ item, document }: ItemAt): string {
  return `${document.scope.split('/', 1)[0]} ${removalName(item)}`
}
