import { isCalendarDate } from '../date.ts'
import { type Document, type Item, type Memory, sameDocuments, type UnreadHeading } from '../document.ts'
import type { Json } from '../json.ts'
import { safeText, shellWord } from '../messages.ts'
import { lineAsPlace, oncePer, type Place } from '../text.ts'
import { pairByBody } from './pair-by-body.ts'
import { pairByTitle } from './pair-by-title.ts'
import { pairDamaged } from './pair-damaged.ts'

/** An item and its document. */
export type ItemAt = { readonly item: Item; readonly document: Document }

/** The items of documents, tombstones apart. */
export function itemsIn(documents: readonly Document[]): ItemAt[] {
  return documents.flatMap((document) => document.items.map((item) => ({ item, document })))
}

/** What became of an item between two snapshots. `same` may be in another file. */
export type ItemChange =
  | { readonly type: 'same' | 'edited'; readonly before: ItemAt; readonly after: ItemAt }
  | { readonly type: 'removed'; readonly before: ItemAt }
  | { readonly type: 'added'; readonly after: ItemAt }

/**
 * Pairs the items of two snapshots: first by kind, key and file, then by kind and key anywhere, then by what can be read of
 * damaged names, then by body, then by titles where one goes on behind the end of the other. What has a day in no calendar pairs last, by its title.
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
  pairBy(left, right, pairs, taken, ({ item }) => nameOf(item))
  for (const pairOpen of [pairDamaged, pairByBody, pairByTitle]) {
    const open = [left.filter((one) => !pairs.has(one)), right.filter((one) => !taken.has(one))] as const
    for (const [one, other] of pairOpen(...open)) {
      pairs.set(one, other)
      taken.add(other)
    }
  }
  pairBy(left, right.filter(hasNoRealDay), pairs, taken, ({ item, document }) =>
    JSON.stringify([document.path, item.kind, item.title]),
  )
  return [
    ...left.map((one): ItemChange => {
      const other = pairs.get(one)
      if (!other) return { type: 'removed', before: one }
      return {
        type: knownChanges(one.item, other.item).length === 0 ? 'same' : 'edited',
        before: one,
        after: other,
      }
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

/** The same, as far as it is known: nothing of two versions where one holds bytes that are not text. */
export function knownChanges(before: Item, after: Item): string[] {
  return before.damaged || after.damaged ? [] : changedFields(before, after)
}

function itemsOf(documents: readonly Document[]): ItemAt[] {
  return documents.flatMap((document) => itemsAndTombstones(document).map((item) => ({ item, document })))
}

function isSame(before: Item, after: Item): boolean {
  return changedFields(before, after).length === 0
}

function hasNoRealDay({ item }: ItemAt): boolean {
  const date = writtenDate(item)
  return typeof date === 'string' && !isCalendarDate(date)
}

/**
 * The date that an entry is known by, as it is written: it need not be in a calendar. Null for an entry without one, undefined
 * for what is known otherwise.
 */
export function writtenDate({ fields: { date } }: Item): string | null | undefined {
  return date === null || typeof date === 'string' ? date : undefined
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

/**
 * True for an item that went while another file keeps a copy of it: a move that was stopped between its two files leaves such
 * copies. One with an id is the same in everything but what may be edited; one without is the same in everything, and in its scope.
 */
export function isKeptInCopy({ item, document }: ItemAt, { documents, histories }: Memory): boolean {
  const { mode = 'free', editable = [] } = histories[document.kind] ?? {}
  const isSameText = (other: Item): boolean =>
    other.kind === item.kind &&
    other.id === item.id &&
    other.title === item.title &&
    other.digest === item.digest
  if (item.id === undefined) {
    return documents.some(
      ({ scope, items }) =>
        scope === document.scope &&
        items.some((other) => other.key === item.key && isSameText(other) && isSame(other, item)),
    )
  }
  const isCopy = (other: Item): boolean =>
    isSameText(other) &&
    (mode === 'free' || changedFields(item, other).every((field) => editable.includes(field)))
  return documents.some(({ kind, items }) => kind === document.kind && items.some(isCopy))
}

/** True for what was kept for a time and went with its whole file: that is no loss. */
export function isExpired({ document }: ItemAt, { histories, files }: Memory): boolean {
  return histories[document.kind]?.ephemeral === true && !files.has(document.path)
}

/**
 * Where a removed item is reported, in its file: at the line above what now follows the one that was above it, and at the last
 * line where nothing does, so that a suppression to the end of the file covers it. `between` names those that were around it,
 * as a part of a sentence; it is empty where none is left.
 */
export function removedAt(
  at: ItemAt,
  after: Memory,
): { readonly path: string; readonly place: Place; readonly between: string } {
  const { path } = at.document
  const now = documentsByPath(after).get(path)
  const around = now ? keptAround(at, now) : NOTHING_AROUND
  const line = Math.max(
    1,
    Math.min(now ? lineOfGap(at, around, now) : at.item.place.line, now?.lines ?? Infinity),
  )
  return {
    path,
    place: lineAsPlace(line),
    between: wordsOf(around),
  }
}

type Around = { readonly above: Item | undefined; readonly below: Item | undefined }

const NOTHING_AROUND: Around = { above: undefined, below: undefined }

function lineOfGap({ item }: ItemAt, { above, below }: Around, now: Document): number {
  if (!above && !below) return item.place.line
  const next = inOrder(now)[above ? (placesIn(now).get(above) ?? 0) + 1 : 0]
  return next ? Math.max(next.place.line - 1, above?.place.line ?? 1) : now.lines
}

function wordsOf({ above, below }: Around): string {
  if (above && below) return `: it was between ${cutTitle(above)} and ${cutTitle(below)}`
  if (above) return `: it was behind ${cutTitle(above)}`
  return below ? `: it was above ${cutTitle(below)}` : ''
}

const documentsByPath = oncePer(
  ({ documents }: Memory) => new Map(documents.map((document) => [document.path, document])),
)

/** The nearest items of its kind around a removed one that its file still has. */
function keptAround({ item, document }: ItemAt, now: Document): Around {
  const places = placesIn(document)
  const own = places.get(item) ?? 0
  const kept = keptIn(now)(document)
  const isAlike = ({ old }: { readonly old: Item }): boolean => baseKind(old) === baseKind(item)
  return {
    above: kept.findLast((one) => isAlike(one) && (places.get(one.old) ?? 0) < own)?.item,
    below: kept.find((one) => isAlike(one) && (places.get(one.old) ?? 0) > own)?.item,
  }
}

/** The items of an earlier version of a document that are in it still, and where each is now. */
const keptIn = oncePer((now: Document) => {
  const known = new Map(itemsAndTombstones(now).map((item) => [nameOf(item), item]))
  return oncePer((document: Document) =>
    inOrder(document).flatMap((old) => {
      const item = known.get(nameOf(old))
      return item ? [{ old, item }] : []
    }),
  )
})

const inOrder = oncePer((document: Document): readonly Item[] =>
  [...itemsAndTombstones(document)].sort(
    (a, b) => a.place.line - b.place.line || a.place.column - b.place.column,
  ),
)

const placesIn = oncePer((document: Document) => new Map(inOrder(document).map((item, i) => [item, i])))

function baseKind(item: Item): string {
  return removedKind(item) ?? item.kind
}

/** At most so much of the title of an item that is named for its place. */
const LONG_TITLE = 60

function cutTitle({ title }: Item): string {
  const cut = title.slice(0, LONG_TITLE - 1).replace(/[\ud800-\udbff]$/, '')
  return `"${title.length > LONG_TITLE ? `${cut.trimEnd()}…` : title}"`
}

/** Why an item is not read any more, where its heading is still there: what became of it, and the heading. */
export function whyUnread(
  { item, document }: ItemAt,
  after: Memory,
): { readonly what: string; readonly heading: UnreadHeading } | null {
  const { title } = item
  const old = new Set(document.unread.map(({ text }) => text))
  const now = after.documents.find(({ path }) => path === document.path)?.unread ?? []
  const fresh = now.filter(({ text }) => !old.has(text))
  const bare = fresh.find(({ text }) => isSameText(plainHeading(text), title))
  if (bare && typeof writtenDate(item) === 'string')
    return { what: 'lost its date and is not read as an entry any more', heading: bare }
  const heading = bare ?? fresh.find(({ text }) => title.length > 3 && plainHeading(text).includes(title))
  return heading ? { what: 'is not read as an entry any more', heading } : null
}

/** The text of a heading or line without its marks. */
function plainHeading(text: string): string {
  return text.replace(/^[#\s]+/, '').replaceAll('**', '')
}

/** True for a title that is shown whole or cut. */
function isSameText(shown: string, title: string): boolean {
  return shown === title || (shown.endsWith('…') && title.startsWith(shown.slice(0, -1)))
}

/** Where an item was, and the command that shows it. Git names the path from the top of the repository. */
export function whereItWas({ item, document }: ItemAt, { revision = 'HEAD' }: Memory): string {
  const { path } = document
  return `it was at ${path}:${item.place.line}, and \`git show ${shellWord(`${revision}:${path}`)}\` shows it`
}

/** How an item comes back: where its whole file went, with the file. */
export function howToRestore(at: ItemAt, before: Memory, after: Memory): string {
  const { path, items } = at.document
  const isMoved = items.some((item) => namesIn(after).has(nameOf(item)))
  if (after.files.has(path) || isMoved) return `Restore it: ${whereItWas(at, before)}`
  const { revision = 'HEAD' } = before
  // From the top of the repository, wherever the command is run.
  return `Restore its file: \`git restore --source=${revision} --staged --worktree -- ${shellWord(`:/${path}`)}\``
}

const namesIn = oncePer(
  ({ documents }: Memory) => new Set(documents.flatMap(({ items }) => items.map(nameOf))),
)

function nameOf({ kind, key }: Item): string {
  return JSON.stringify([kind, key])
}

const SUFFIX = ' tombstone'

/** The kind of tombstones for items of a kind: `decision tombstone`. */
export function tombstoneKind(kind: string): string {
  return kind + SUFFIX
}

/** The kind of the items that a tombstone replaces; null for an item that is none. */
export function removedKind({ kind }: Item): string | null {
  return kind.endsWith(SUFFIX) ? kind.slice(0, -SUFFIX.length) : null
}

/** A key as a comment can hold it: dashes that would end the title or the comment count as one. */
export function keyInComment(key: string): string {
  return key.replace(/--+>?/g, '-')
}

/** What a document remembers: its items, and the tombstones of items that were removed, which are lost like items. */
export function itemsAndTombstones({ items, tombstones }: Document): readonly Item[] {
  return tombstones ? [...items, ...tombstones] : items
}

/** The name under which an item and its tombstone are the same. */
export function removalName(item: Item): string {
  return JSON.stringify([baseKind(item), keyInComment(item.key)])
}

/** All tombstones of a memory, in order of places. */
export function tombstonesIn({ documents }: Memory): ItemAt[] {
  return documents.flatMap((document) => (document.tombstones ?? []).map((item) => ({ item, document })))
}

/**
 * Asks of an item of `before` whether it was removed with a reason: `after` has a tombstone for it that `before` has not, in
 * the same workspace or other outermost scope. One tombstone replaces one item.
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

/** Why a reason cannot be written in a comment on a separate line; null for one that can. */
export function archiveReasonFault(reason: string): string | null {
  if (reason.trim() === '') return 'is empty'
  if (safeText(reason) !== reason) return 'holds a line break or a character that cannot be seen'
  if (reason.includes('--') || reason.endsWith('-'))
    return 'holds `--`, or ends with `-`, which ends a comment'
  return null
}

/** The field in which an item names those that it replaces. */
const REPLACED = /^supersedes$/

/** True where an item names one more that it replaces, which a merge may add. */
export function isGained(field: string, before: Item, after: Item): boolean {
  if (!REPLACED.test(field)) return false
  const listed = (value: Json | undefined): readonly Json[] =>
    Array.isArray(value) ? value : value == null ? [] : [value]
  const now = listed(after.fields[field])
  return now.length > 0 && listed(before.fields[field]).every((one) => now.includes(one))
}
