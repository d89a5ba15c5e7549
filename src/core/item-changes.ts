import type { Document } from './document.ts'
import type { Item } from './item.ts'
import { pairByBody } from './pair-by-body.ts'
import { sameDocuments } from './same-documents.ts'
import { remembered } from './tombstones.ts'

/** An item and the document it stands in. */
export type ItemAt = { readonly item: Item; readonly document: Document }

/** What became of an item between two snapshots. `same` may stand in another file. */
export type ItemChange =
  | { readonly type: 'same' | 'edited'; readonly before: ItemAt; readonly after: ItemAt }
  | { readonly type: 'removed'; readonly before: ItemAt }
  | { readonly type: 'added'; readonly after: ItemAt }

/**
 * Pairs the items of two snapshots: first by kind, key and file, then by kind and key anywhere, then by body.
 * In source order, so that of several items with one key the first pairs with the first. Tombstones are items here.
 */
export function itemChanges(before: readonly Document[], after: readonly Document[]): ItemChange[] {
  const left = itemsOf(before)
  const right = itemsOf(after)
  const pairs = new Map<ItemAt, ItemAt>()
  const taken = new Set<ItemAt>()
  pairBy(left, right, pairs, taken, ({ item, document }) =>
    JSON.stringify([document.path, item.kind, item.key, item.digest]),
  )
  pairBy(left, right, pairs, taken, ({ item, document }) =>
    JSON.stringify([document.path, item.kind, item.key]),
  )
  pairBy(left, right, pairs, taken, ({ item }) => JSON.stringify([item.kind, item.key, item.digest]))
  pairBy(left, right, pairs, taken, ({ item }) => JSON.stringify([item.kind, item.key]))
  const bodies = pairByBody(
    left.filter((one) => !pairs.has(one)),
    right.filter((one) => !taken.has(one)),
  )
  for (const [one, other] of bodies) {
    pairs.set(one, other)
    taken.add(other)
  }
  return [
    ...left.map((one): ItemChange => {
      const other = pairs.get(one)
      if (!other) return { type: 'removed', before: one }
      return { type: isSame(one.item, other.item) ? 'same' : 'edited', before: one, after: other }
    }),
    ...right.filter((one) => !taken.has(one)).map((one): ItemChange => ({ type: 'added', after: one })),
  ]
}

/**
 * The same without the documents that are the same on both sides: their items pair with each other first, so nothing is
 * ever said of them.
 */
export function changedItems(before: readonly Document[], after: readonly Document[]): ItemChange[] {
  const same = sameDocuments(before, after)
  const isChanged = ({ path }: Document): boolean => !same.has(path)
  return itemChanges(before.filter(isChanged), after.filter(isChanged))
}

/** Names of the fields that differ between two versions of an item; `body`, `id` and `title` count as fields. */
export function changedFields(before: Item, after: Item): string[] {
  const names = new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])
  const changed = new Set(
    [...names].filter((name) => JSON.stringify(before.fields[name]) !== JSON.stringify(after.fields[name])),
  )
  if (before.id !== after.id) changed.add('id')
  if (before.title !== after.title) changed.add('title')
  if (before.digest !== after.digest) changed.add('body')
  return [...changed].sort()
}

function itemsOf(documents: readonly Document[]): ItemAt[] {
  return documents.flatMap((document) => remembered(document).map((item) => ({ item, document })))
}

function isSame(before: Item, after: Item): boolean {
  return changedFields(before, after).length === 0
}

function pairBy(
  left: readonly ItemAt[],
  right: readonly ItemAt[],
  pairs: Map<ItemAt, ItemAt>,
  taken: Set<ItemAt>,
  keyOf: (one: ItemAt) => string,
): void {
  const free = new Map<string, ItemAt[]>()
  for (const one of right) {
    if (taken.has(one)) continue
    const key = keyOf(one)
    const list = free.get(key)
    if (list) list.push(one)
    else free.set(key, [one])
  }
  for (const one of left) {
    if (pairs.has(one)) continue
    const other = free.get(keyOf(one))?.shift()
    if (!other) continue
    pairs.set(one, other)
    taken.add(other)
  }
}
