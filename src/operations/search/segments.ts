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
const FEWEST = 64
const MOST_SEGMENTS = 512
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

/** A document with all that another one may need to set its items aside, and the places of its items in the segment. */
type AsideDocument = { readonly document: Document; readonly places: readonly (readonly number[])[] }

/** An item or a section of it, as it is indexed. */
type Remembered = Pick<SearchedPart, 'facts' | 'card'> & { readonly item: Item | undefined }

/** What is indexed of some files. */
type Read = {
  readonly remembered: readonly Remembered[]
  readonly documents: readonly Document[]
  /** Paths of files that are not searched whole. */
  readonly unreadable: readonly string[]
  /** They hold what the name of their segment says. */
  readonly isStill: boolean
}

/** So many files are read at a time: what is read of more of them outlives a collection of young objects, and stays in memory. */
const AT_ONCE = 8

/** Reads the files of a segment and indexes them. `isStill`: they hold what its name says. */
export async function buildSegment(
  { files, ids }: Segment,
  memory: MemoryView,
): Promise<{ readonly bytes: Uint8Array; readonly isStill: boolean }> {
  const all: Read[] = []
  for (let at = 0; at < files.length; at += AT_ONCE) {
    all.push(await readSome(files.slice(at, at + AT_ONCE), ids, memory))
    memory.facts.release?.()
  }
  return { bytes: bytesOf(all), isStill: all.every(({ isStill }) => isStill) }
}

async function readSome(
  files: readonly ClaimedFile[],
  ids: Segment['ids'],
  memory: MemoryView,
): Promise<Read> {
  const { documents } = await loadClaimed(files, memory.after, memory)
  const contents = await memory.after.read(documents.map(({ path }) => path))
  const aside = asideIn(documents, memory)
  const living = livingKinds(memory.layouts)
  const across = new Set(memory.layouts.filter(setsOthersAside).map(({ id }) => id))
  const isRead = ({ path, id, complete }: Document): boolean => {
    const content = contents.get(path)
    return (
      !complete || (ids.get(path) === id && content !== undefined && 'id' in content && content.id === id)
    )
  }
  const searched = documents.map((document) => {
    const content = contents.get(document.path)
    // Nothing is searched of a document that cannot be read.
    const parts = content && 'bytes' in content ? partsOf(document, textOfBytes(content.bytes)) : []
    return { document, parts }
  })
  return {
    remembered: searched.flatMap(({ document, parts }) => {
      const items = itemsInOrder(document.items)
      return parts.map(({ item: at, facts, card }): Remembered => {
        const item = at === undefined ? undefined : items[at]
        const by = item && aside.get(item)
        const isLiving = item?.living ?? living.has(document.kind)
        return {
          item: across.has(document.layout) ? item : undefined,
          facts: by ? { ...facts, isAside: true as const } : facts,
          card: { ...card, ...(isLiving && { living: true as const }), ...(by?.length && { by }) },
        }
      })
    }),
    documents: documents.filter(({ layout }) => across.has(layout)),
    unreadable: searched
      .filter(({ document, parts }) => !document.complete || parts.some(({ facts }) => facts.isCut))
      .map(({ document }) => document.path),
    isStill: documents.every(isRead),
  }
}

/** The index, the card of each item, the paths of files that are not searched whole, and documents whose items others may set aside. */
function bytesOf(all: readonly Read[]): Uint8Array {
  const remembered = all.flatMap((one) => one.remembered)
  const built = buildIndex(remembered.map(({ facts }) => facts))
  const byFacts = new Map(remembered.map((one) => [one.facts, one]))
  const inOrder = built.items.map((facts) => byFacts.get(facts))
  const documents = all.flatMap((one) => one.documents)
  const texts = [
    ...inOrder.map((one) => one?.card),
    all.flatMap(({ unreadable }) => unreadable),
    asideDocuments(
      documents,
      inOrder.map((one) => one?.item),
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
  documents: readonly Document[],
  items: readonly (Item | undefined)[],
): readonly AsideDocument[] {
  if (documents.length === 0) return []
  const places = new Map<Item, number[]>()
  for (const [place, item] of items.entries()) {
    if (item) places.set(item, [...(places.get(item) ?? []), place])
  }
  return documents.map((document) => ({
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
