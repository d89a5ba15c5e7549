import type { Document } from './document.ts'
import type { Item } from './item.ts'
import { sameDocuments } from './same-documents.ts'

/** An item and the document it stands in. */
export type ItemAt = { readonly item: Item; readonly document: Document }

/** What became of an item between two snapshots. `same` may stand in another file. */
export type ItemChange =
  | { readonly type: 'same' | 'edited'; readonly before: ItemAt; readonly after: ItemAt }
  | { readonly type: 'removed'; readonly before: ItemAt }
  | { readonly type: 'added'; readonly after: ItemAt }

/** At least this share of a body's sampled word triples in common makes two items one that was edited. */
const MOST = 0.5

/**
 * Pairs the items of two snapshots: first by kind, key and file, then by kind and key anywhere, then by body.
 * In source order, so that of several items with one key the first pairs with the first.
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
  pairByBody(left, right, pairs, taken)
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

/** The share of sampled word triples that two bodies have in common, 0 to 1. Sketches are ascending, without doubles. */
export function similarity(a: readonly number[], b: readonly number[]): number {
  const size = a.length > 0 && b.length > 0 ? Math.max(a.length, b.length) : 0
  let seen = 0
  let shared = 0
  for (let i = 0, j = 0; seen < size && (i < a.length || j < b.length); seen += 1) {
    const x = a[i] ?? Number.POSITIVE_INFINITY
    const y = b[j] ?? Number.POSITIVE_INFINITY
    if (x === y) shared += 1
    if (x <= y) i += 1
    if (y <= x) j += 1
  }
  return seen === 0 ? 0 : shared / seen
}

function itemsOf(documents: readonly Document[]): ItemAt[] {
  return documents.flatMap((document) => document.items.map((item) => ({ item, document })))
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

function pairByBody(
  left: readonly ItemAt[],
  right: readonly ItemAt[],
  pairs: Map<ItemAt, ItemAt>,
  taken: Set<ItemAt>,
): void {
  const byHash = indexByHash(right.filter((other) => !taken.has(other)))
  for (const one of left) {
    if (pairs.has(one)) continue
    const best = mostSimilar(one, byHash, taken)
    if (!best) continue
    pairs.set(one, best)
    taken.add(best)
  }
}

/** Bodies that share nothing are never compared, so that many changed items cost no more than they have in common. */
function indexByHash(items: readonly ItemAt[]): ReadonlyMap<number, readonly ItemAt[]> {
  const byHash = new Map<number, ItemAt[]>()
  for (const one of items) {
    for (const hash of one.item.sketch) {
      const list = byHash.get(hash)
      if (list) list.push(one)
      else byHash.set(hash, [one])
    }
  }
  return byHash
}

function mostSimilar(
  { item }: ItemAt,
  byHash: ReadonlyMap<number, readonly ItemAt[]>,
  taken: ReadonlySet<ItemAt>,
): ItemAt | undefined {
  let best: ItemAt | undefined
  let most = MOST
  for (const other of new Set(item.sketch.flatMap((hash) => byHash.get(hash) ?? []))) {
    if (taken.has(other) || other.item.kind !== item.kind) continue
    const share = similarity(item.sketch, other.item.sketch)
    if (share >= most && (share > most || !best)) {
      best = other
      most = share
    }
  }
  return best
}
