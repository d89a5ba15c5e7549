import { changedItems, type ItemAt, itemChanges } from '../../core/changes/item-changes.ts'
import { type Document, type Item, sameDocuments } from '../../core/document.ts'
import { hasItemTexts, type Layout } from '../../core/layout.ts'
import type { Settings } from '../../core/settings.ts'
import { commonMarks, findKeptEntries, type KeptEntry } from '../../formats/logs/kept-words.ts'
import type { OpenSnapshot } from '../../snapshot/project.ts'
import { type ClaimedFile, historiesOf } from '../claims.ts'
import { type MemoryContext, withFacts } from '../context.ts'
import { factsInMemory } from './facts.ts'
import { readClaimed, readSources } from './load-documents.ts'

/** Documents of a snapshot, and what they were read with. */
export type ReadDocuments = {
  readonly documents: readonly Document[]
  readonly snapshot: OpenSnapshot
  readonly settings: Settings
}

/** A side of a change, compared with the side before. */
export type Compared = {
  readonly documents: readonly Document[]
  /**
   * Documents in which items of before that have another form are as they were: in the place of those of their path and layout, or
   * next to all where another layout has the file.
   */
  readonly kept: readonly Document[]
}

/**
 * Compares the documents of a side with those before, where another form hides what became of an item. A file whose form
 * changed is read by its own form, by that of `elsewhere` (the same files under other settings) or by the one before: the one
 * that finds most of its items. Then items are found by their words. An ordinary change pays nothing.
 */
export async function compareForms(
  before: ReadDocuments,
  side: ReadDocuments,
  memory: MemoryContext,
  elsewhere?: ReadDocuments,
): Promise<Compared> {
  const same = sameDocuments(before.documents, side.documents)
  const old = before.documents.filter(({ path }) => !same.has(path))
  const withItems = new Map(old.flatMap((one) => (one.items.length > 0 ? [[one.path, one] as const] : [])))
  const documents: Document[] = []
  const kept: Document[] = []
  for (const document of side.documents) {
    const was = withItems.get(document.path)
    const found = was && (await readReformed(was, document, { before, side, memory, elsewhere }))
    documents.push(found?.document ?? document)
    if (found?.kept) kept.push(found.kept)
  }
  const seen = documents.map((one) => kept.find(isSamePlace(one)) ?? one)
  const moved = await findMoved(old, seen, { before, side, memory })
  const left = old.filter((was) => isLeftOut(was, { before, side, memory }))
  return { documents, kept: [...kept.filter((one) => !moved.some(isSamePlace(one))), ...moved, ...left] }
}

/** True for a log that is there as it was, and that the settings of the side leave out: that is a loosening, and no loss. */
function isLeftOut(was: Document, { before, side, memory }: Comparing): boolean {
  if (before.settings === side.settings || layoutOf(was, memory)?.log?.form === undefined) return false
  const isSame = was.id !== '' && side.snapshot.files.get(was.path)?.id === was.id
  return isSame && !side.documents.some(({ path }) => path === was.path)
}

type Comparing = {
  readonly before: ReadDocuments
  readonly side: ReadDocuments
  readonly memory: MemoryContext
  readonly elsewhere?: ReadDocuments | undefined
}

/** A way to read a file. */
type Read = {
  readonly document: Document
  readonly settings: Settings
  readonly texts: readonly string[]
}

/** The same, and what it finds of the items before. */
type Reading = Read & {
  readonly found: readonly (KeptEntry | null)[]
  /** How many it finds, by their words or by their names. */
  readonly count: number
}

/** What a file is read as, and the same with the items of before. */
type Reformed = { readonly document: Document; readonly kept: Document | null }

/** A file that both sides have, where its form may have changed; null where it did not. */
async function readReformed(was: Document, own: Document, comparing: Comparing): Promise<Reformed | null> {
  const { before, side, memory, elsewhere } = comparing
  const layout = layoutOf(was, memory)
  if (!layout || !hasItemTexts(layout) || own.layout !== was.layout || own.id === was.id) return null
  const types = new Set(itemChanges([was], [own]).map(({ type }) => type))
  const isGuarded = !isFree(was, layout, side)
  const other = layout.log?.otherForm?.(was, own, side.settings)
  const isOther = Boolean(other)
  // An order counts where items are guarded, and an edit there and in another form.
  const isOpen = types.has('edited') ? isOther || isGuarded : isOther && isGuarded
  if (!isOpen && !types.has('removed')) return null
  const texts = await textsOf(was, before, memory)
  if (!texts) return null
  const readings: Reading[] = []
  const consider = async (document: Document | null | undefined, settings: Settings): Promise<void> => {
    const now = document && (await textsOf(document, { ...side, settings }, memory))
    if (document && now) readings.push(readingOf(was, { document, settings, texts: now }, texts))
  }
  await consider(own, side.settings)
  if (elsewhere) await consider(elsewhere.documents.find(isSamePlace(was)), elsewhere.settings)
  const held = other?.before
  if (held) await consider(await readAgain(own, { ...side, settings: held }, memory), held)
  const [first, ...others] = readings
  if (!first) return null
  const best = others.reduce((one, other) => (other.count > one.count ? other : one), first)
  if (best.settings === held) return { document: best.document, kept: null }
  const isReformed = isOther || best !== first || differ(commonMarks(texts), commonMarks(best.texts))
  if (!isReformed) return null
  return { document: best === first ? own : withoutForm(own, layout), kept: withKept(best, was) }
}

function readingOf(was: Document, read: Read, texts: readonly string[]): Reading {
  const found = findKeptEntries(texts, read.texts)
  const paired = new Set(
    itemChanges([was], [read.document]).flatMap((one) =>
      one.type === 'same' || one.type === 'edited' ? one.before.item : [],
    ),
  )
  const count = was.items.filter((item, i) => found[i] || paired.has(item)).length
  return { ...read, found, count }
}

function differ(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) !== JSON.stringify(other)
}

/** Without what the layout says of the form of a file that is read by another one. */
function withoutForm(document: Document, { rules }: Layout): Document {
  const own = new Set(rules.map(({ id }) => id))
  return { ...document, findings: document.findings.filter(({ rule }) => !own.has(rule)) }
}

/** A document with items of before in the place of those that hold their words, in the order of before. */
function withKept({ document, found }: Reading, was: Document): Document {
  const kept = was.items.flatMap((item, i): Item[] => {
    const now = document.items[found[i]?.at ?? -1]
    // What was added to an item is an edit of it.
    return now ? [{ ...item, place: now.place, digest: found[i]?.isExact ? item.digest : now.digest }] : []
  })
  const holding = new Set(found.flatMap((one) => (one ? one.at : [])))
  const others = document.items.filter((_, i) => !holding.has(i))
  return { ...document, items: [...kept, ...others], kept: kept.length }
}

/**
 * Documents in which items are as before that went from another file: where that file has another form, or another layout
 * keeps it, no name says that they are the same.
 */
async function findMoved(
  old: readonly Document[],
  documents: readonly Document[],
  { before, side, memory }: Comparing,
): Promise<readonly Document[]> {
  const names = new Set(documents.flatMap(namesIn))
  const logs = new Set(memory.layouts.flatMap((layout) => (hasItemTexts(layout) ? layout.id : [])))
  const lacking = new Set(
    old.flatMap((one) => {
      const isLacking = logs.has(one.layout) && namesIn(one).some((name) => !names.has(name))
      return isLacking ? one.layout : []
    }),
  )
  const changes =
    lacking.size === 0
      ? []
      : memory.layouts.flatMap(({ id }) => {
          const own = ({ layout }: Document): boolean => layout === id
          return changedItems(old.filter(own), documents.filter(own))
        })
  const gone = changes.flatMap((one) =>
    one.type === 'removed' && lacking.has(one.before.document.layout) ? one.before : [],
  )
  const added = changes.flatMap((one) => (one.type === 'added' ? one.after : []))
  const lost = await withTexts(gone, before, memory)
  const fresh = lost.length > 0 ? await withTexts(added, side, memory) : []
  if (fresh.length === 0) return []
  const found = findKeptEntries(
    lost.map(({ text }) => text),
    fresh.map(({ text }) => text),
  )
  const moves = lost.flatMap(({ item, document }, i) => {
    const to = found[i]?.isExact ? fresh[found[i]?.at ?? -1] : undefined
    return to && to.document.path !== document.path ? [{ item, from: document, to }] : []
  })
  return [...new Set(moves.map(({ to }) => to.document))].flatMap((document) => {
    const here = moves.filter(({ to }) => to.document === document)
    return [...new Set(here.map(({ from }) => from.layout))].map((layout) =>
      withMoved(
        document,
        here.filter(({ from }) => from.layout === layout),
      ),
    )
  })
}

function namesIn({ layout, items }: Document): readonly string[] {
  return items.map(({ kind, key }) => JSON.stringify([layout, kind, key]))
}

type Move = { readonly item: Item; readonly from: Document; readonly to: ItemWithText }

/** In a document of another layout they are its only items. */
function withMoved(document: Document, moves: readonly Move[]): Document {
  const items = moves.map(({ item, to }) => ({ ...item, place: to.item.place }))
  const [first] = moves
  if (!first || document.layout === first.from.layout) {
    const taken = new Set(moves.map(({ to }) => to.item))
    return {
      ...document,
      items: [...items, ...document.items.filter((one) => !taken.has(one))],
      kept: items.length,
    }
  }
  const { path, id, lines } = document
  return {
    ...first.from,
    path,
    id,
    lines,
    items,
    tombstones: [],
    unread: [],
    facts: null,
    kept: items.length,
  }
}

type ItemWithText = ItemAt & { readonly text: string }

/** Items of logs, and files that are one item, with what they say. */
async function withTexts(
  items: readonly ItemAt[],
  side: ReadDocuments,
  memory: MemoryContext,
): Promise<readonly ItemWithText[]> {
  const all: ItemWithText[] = []
  for (const document of new Set(items.map((one) => one.document))) {
    const texts = await textsOf(document, side, memory)
    const byItem = new Map(document.items.map((item, i) => [item, texts?.[i]]))
    for (const at of items) {
      const text = byItem.get(at.item)
      if (text !== undefined) all.push({ ...at, text })
    }
  }
  return all
}

function layoutOf({ layout: id }: Document, { layouts }: MemoryContext): Layout | undefined {
  return layouts.find((one) => one.id === id)
}

function isFree({ kind }: Document, layout: Layout, { settings }: ReadDocuments): boolean {
  return (historiesOf(layout, settings)[kind]?.mode ?? 'free') === 'free'
}

function isSamePlace({ path, layout }: Document): (other: Document) => boolean {
  return (other) => other.path === path && other.layout === layout
}

/** A document's file; null where it has none that can be read. */
function fileOf(document: Document, { snapshot }: ReadDocuments, memory: MemoryContext): ClaimedFile | null {
  const file = snapshot.files.get(document.path)
  const layout = layoutOf(document, memory)
  const { kind, scope } = document
  return file && layout ? { file, layout, claim: { kind, scope }, rivals: [] } : null
}

/** What each item of a document says, in their order; null where that is not known. */
async function textsOf(
  document: Document,
  side: ReadDocuments,
  memory: MemoryContext,
): Promise<readonly string[] | null> {
  const file = fileOf(document, side, memory)
  const { items } = document
  if (items.length === 0) return []
  if (!file || (!hasItemTexts(file.layout) && items.length > 1)) return null
  const { sources } = await readSources([file], side.snapshot, { settings: side.settings, toCheck: true })
  const source = sources.get(document.path)
  const texts = source && (source.kind.itemTexts?.(source) ?? [source.text])
  return texts?.length === items.length ? texts : null
}

async function readAgain(
  document: Document,
  side: ReadDocuments,
  memory: MemoryContext,
): Promise<Document | null> {
  const file = fileOf(document, side, memory)
  if (!file) return null
  const own = withFacts({ ...memory, settings: side.settings }, factsInMemory())
  const [read] = await readClaimed([file], side.snapshot, own)
  return read && !read.failed ? read.document : null
}
