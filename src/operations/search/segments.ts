import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { KeptIndex } from '../../cache/search-files.ts'
import type { Document, Item } from '../../core/document.ts'
import { type Layout, setsOthersAside } from '../../core/layout.ts'
import { type ClaimedFile, memoryOf } from '../../engine/claims.ts'
import type { MemoryView } from '../../engine/context.ts'
import { loadClaimed } from '../../engine/documents/load-documents.ts'
import { indexToBytes, type ReadIndex } from '../../retrieval/index-bytes.ts'
import { buildIndex } from '../../retrieval/search-index.ts'
import { textOfBytes } from '../../snapshot/project.ts'
import { itemsInOrder } from './search-request.ts'
import { partsOf, type SearchedPart } from './searched-parts.ts'

/** A run of files that is indexed by itself: a change is paid for by the segment that it is in. */
export type Segment = {
  /** Says all that its index depends on, in hexadecimal. */
  readonly name: string
  readonly files: readonly ClaimedFile[]
  readonly ids: ReadonlyMap<string, string>
}

/** About so many files are in a segment, more where there would be too many segments, and never so many times as many. */
const FEWEST = 4
const MOST_SEGMENTS = 1024
const MOST_TIMES = 4

/**
 * Cuts files, which are in order of paths, into segments: behind a path whose checksum says so, so that a file that comes or
 * goes moves no other boundary. `ids`: what names the content of each; `version`: what they are read with.
 */
export function cutFiles(
  claimed: readonly ClaimedFile[],
  ids: Segment['ids'],
  version: string,
): readonly Segment[] {
  let usual = FEWEST
  // By doubling, so that the boundaries seldom change as a memory grows.
  while (claimed.length / usual > MOST_SEGMENTS) usual *= 2
  const runs: ClaimedFile[][] = []
  let run: ClaimedFile[] = []
  for (const one of claimed) {
    if (run.length === 0) runs.push(run)
    run.push(one)
    if (crc32(one.file.path) % usual === 0 || run.length === usual * MOST_TIMES) run = []
  }
  return runs.map((files) => ({ name: nameOf(files, ids, version), files, ids }))
}

function nameOf(files: readonly ClaimedFile[], ids: Segment['ids'], version: string): string {
  const digest = createHash('sha256').update(version)
  for (const { file, layout, claim } of files) {
    const { path, mode } = file
    digest.update(`${path}\0${mode}\0${ids.get(path)}\0${layout.id}\0${claim.kind}\n`)
  }
  return digest.digest('hex')
}

/** What is indexed of a document. */
type SearchedDocument = { readonly document: Document; readonly parts: readonly SearchedPart[] }

/** A document with all that another one may need to set its items aside, and the places of its items in the segment. */
type AsideDocument = { readonly document: Document; readonly places: readonly (readonly number[])[] }

/** Reads the files of a segment and indexes them. `isStill`: they hold what its name says. */
export async function buildSegment(
  { files, ids }: Segment,
  memory: MemoryView,
): Promise<{ readonly bytes: Uint8Array; readonly isStill: boolean }> {
  const { documents } = await loadClaimed(files, memory.after, memory)
  const contents = await memory.after.read(documents.map(({ path }) => path))
  const searched = documents.map((document): SearchedDocument => {
    const content = contents.get(document.path)
    // Nothing is searched of a document that cannot be read.
    const parts = content && 'bytes' in content ? partsOf(document, textOfBytes(content.bytes)) : []
    return { document, parts }
  })
  const isRead = ({ path, id, complete }: Document): boolean => {
    const content = contents.get(path)
    return (
      !complete || (ids.get(path) === id && content !== undefined && 'id' in content && content.id === id)
    )
  }
  return { bytes: bytesOf(searched, memory), isStill: documents.every(isRead) }
}

/** The index, the card of each item, the paths of files that are not searched whole, and documents whose items others may set aside. */
function bytesOf(searched: readonly SearchedDocument[], memory: MemoryView): Uint8Array {
  const aside = asideIn(
    searched.map(({ document }) => document),
    memory,
  )
  const living = livingKinds(memory.layouts)
  const remembered = searched.flatMap(({ document, parts }) => {
    const items = itemsInOrder(document.items)
    return parts.map(({ item: at, facts, card }) => {
      const item = at === undefined ? undefined : items[at]
      const by = item && aside.get(item)
      const isLiving = item?.living ?? living.has(document.kind)
      return {
        item,
        facts: by ? { ...facts, isAside: true as const } : facts,
        card: { ...card, ...(isLiving && { living: true as const }), ...(by?.length && { by }) },
      }
    })
  })
  const built = buildIndex(remembered.map(({ facts }) => facts))
  const byFacts = new Map(remembered.map((one) => [one.facts, one]))
  const inOrder = built.items.map((facts) => byFacts.get(facts))
  const unreadable = searched
    .filter(({ document, parts }) => !document.complete || parts.some(({ facts }) => facts.isCut))
    .map(({ document }) => document.path)
  const texts = [
    ...inOrder.map((one) => one?.card),
    unreadable,
    asideDocuments(
      searched,
      inOrder.map((one) => one?.item),
      memory.layouts,
    ),
  ]
  return indexToBytes(
    built,
    texts.map((text) => JSON.stringify(text)),
  )
}

/** Kinds of documents that are meant to be true now. */
function livingKinds(layouts: readonly Layout[]): ReadonlySet<string> {
  const kinds = layouts.flatMap((layout) => layout.kinds)
  return new Set(kinds.flatMap(({ id, living, archive }) => (living && !archive ? [id] : [])))
}

/** What documents say by themselves to be superseded or archived, and what took its place. */
function asideIn(documents: readonly Document[], memory: MemoryView): ReadonlyMap<Item, readonly string[]> {
  return new Map(
    memory.layouts
      .filter((layout) => !setsOthersAside(layout))
      .flatMap((layout) => asideOf(layout, documents, memory)),
  )
}

function asideOf(
  layout: Layout,
  documents: readonly Document[],
  memory: MemoryView,
): readonly (readonly [Item, readonly string[]])[] {
  const aside = layout.reports?.setAside?.(memoryOf(layout, memory.after, documents, memory))
  if (!aside) return []
  return [...aside.superseded, ...aside.archived].map((item) => [item, aside.successors?.get(item) ?? []])
}

/** `items`: the item at each place. */
function asideDocuments(
  searched: readonly SearchedDocument[],
  items: readonly (Item | undefined)[],
  layouts: readonly Layout[],
): readonly AsideDocument[] {
  const wanted = new Set(layouts.flatMap((layout) => (setsOthersAside(layout) ? [layout.id] : [])))
  const own = searched.map(({ document }) => document).filter(({ layout }) => wanted.has(layout))
  if (own.length === 0) return []
  const places = new Map<Item, number[]>()
  for (const [place, item] of items.entries()) {
    if (item) places.set(item, [...(places.get(item) ?? []), place])
  }
  return own.map((document) => ({
    document: withoutTexts(document),
    places: document.items.map((item) => places.get(item) ?? []),
  }))
}

/** Without what only rules look at. */
function withoutTexts({ citations: _, sections: _s, says: _t, ...document }: Document): Document {
  const items = document.items.map(({ says: _, ...item }) => ({ ...item, sketch: [] }))
  return { ...document, items, findings: [], links: [], dates: [], unread: [], suppressions: [] }
}

/** Items that other files set aside, by their places among all segments. */
export function asideAcross(segments: readonly ReadIndex[], memory: MemoryView): KeptIndex['aside'] {
  const across = memory.layouts.filter(setsOthersAside)
  if (across.length === 0) return []
  let from = 0
  const documents: Document[] = []
  const placesOf = new Map<Item, readonly number[]>()
  for (const { index, textAt } of segments) {
    const own = JSON.parse(textAt(index.size + 1)) as readonly AsideDocument[]
    for (const { document, places } of own) {
      documents.push(document)
      for (const [i, item] of document.items.entries()) {
        placesOf.set(
          item,
          (places[i] ?? []).map((place) => from + place),
        )
      }
    }
    from += index.size
  }
  return across.flatMap((layout) =>
    asideOf(layout, documents, memory).flatMap(([item, by]) =>
      (placesOf.get(item) ?? []).map((place) => [place, by] as const),
    ),
  )
}

/** The paths of the files of a segment that are not searched whole. */
export function unreadableIn({ index, textAt }: ReadIndex): readonly string[] {
  return JSON.parse(textAt(index.size)) as readonly string[]
}
