import type { Change, Document, Memory, Section } from '../document.ts'
import { countTriples, SKETCH_SIZE } from './pair-by-body.ts'

/** What a change took from the text of one file that no item rule guards, and that is in no other memory file. */
export type LostText = {
  readonly document: Document
  /** `gone`: the file is none any more; `emptied`: nothing of its text is left; `cut`: less than half; `sections`: some sections. */
  readonly what: 'gone' | 'emptied' | 'cut' | 'sections'
  /** Headings of the sections that went, in their order; none of a text that is not divided. */
  readonly headings: readonly string[]
}

/** A text is kept where at least this share of its sampled word triples is. */
const KEPT = 0.5

/** A text of fewer word triples says too little to be cut, unless nothing is left. */
const SHORT = 12

/** So few hashes of a sketch that can be compared say nothing. */
const FEW = 4

/**
 * The texts that a change took out of a memory: whole files, and sections. What went to another file, an entry or an archive is
 * kept, and so is what one side of a merge had dropped. What items of a file say is compared by the rules about items.
 */
export function lostTexts(change: Change): readonly LostText[] {
  const { before, after, merge, around = after.documents } = change
  const now = new Map(around.map((document) => [document.path, document]))
  const isKept = keptIn(around)
  const isFoundIn = ({ path, id }: Document): boolean => {
    const file = after.files.get(path)
    return file !== undefined && file.mode !== 'link' && (file.id === null || file.id === id)
  }
  const parents = [before, ...(merge?.others ?? [])]
  const said = new Set<string>()
  return parents.flatMap((side) =>
    side.documents.flatMap((document): LostText[] => {
      const { path, sections } = document
      if (!sections || said.has(path) || isLeftToGo(document, after)) return []
      const left = now.get(path)
      // A file that is there and not memory is a matter of the settings.
      if (left ? left.id === document.id || !left.complete : isFoundIn(document)) return []
      if (parents.some((other) => other !== side && isDropped(document, other, change))) return []
      const lost = lossOf(document, left, isKept)
      if (!lost) return []
      said.add(path)
      return [lost]
    }),
  )
}

/** What has items that are guarded by themselves, and what is thrown away when its time is over. */
function isLeftToGo({ kind, items, tombstones = [], freeText }: Document, { histories }: Memory): boolean {
  const { ephemeral = false } = histories[kind] ?? {}
  return ephemeral ? !freeText : items.length + tombstones.length > 0
}

/** True where the other parent of a merge has a file in another form than this one, or not at all: a side's own commits were judged. */
function isDropped({ path, id }: Document, { documents }: Memory, { merge }: Change): boolean {
  const other = documents.find((one) => one.path === path)
  if (other) return other.id !== id
  return (merge?.bases ?? []).some(({ memory }) => memory.documents.some((one) => one.path === path))
}

/** Null where most of a file's words and all of its sections are kept. */
function lossOf(document: Document, left: Document | undefined, isKept: IsKept): LostText | null {
  const sections = document.sections ?? []
  // Its principles, say, are items that were reported as lost.
  if (left && left.items.length < document.items.length) return null
  const heads = new Map((left?.sections ?? []).map(({ heading, sketch }) => [heading, sketch]))
  const known = sections.map((section) => {
    const own = heads.get(section.heading)
    const inPlace = own ? shareIn(section.sketch, own, 1) : 0
    return { section, share: inPlace >= KEPT || isKept(section) ? 1 : inPlace, hasHeading: own !== undefined }
  })
  const sizes = known.map(({ section: { sketch } }) => countTriples(sketch))
  const whole = sizes.reduce((sum, size) => sum + size, 0)
  const kept = known.reduce((sum, { share }, i) => sum + share * (sizes[i] ?? 0), 0)
  const gone = known.filter(({ share, hasHeading }) => share < KEPT && !hasHeading)
  const headings = gone.flatMap(({ section: { heading, sketch } }) =>
    heading !== '' && sketch.length > 0 ? heading : [],
  )
  if (kept < whole * KEPT) {
    if (!left?.sections) return { document, what: 'gone', headings }
    const isEmpty = left.sections.every(({ sketch }) => sketch.length === 0)
    if (isEmpty || whole >= SHORT) return { document, what: isEmpty ? 'emptied' : 'cut', headings }
  }
  return headings.length > 0 && left ? { document, what: 'sections', headings } : null
}

/** The share of one text that another one holds, as far as their sketches say; `unknown` where they say nothing. */
export function shareIn(text: readonly number[], other: readonly number[], unknown: number): number {
  const reach = other.length < SKETCH_SIZE ? Number.POSITIVE_INFINITY : (other.at(-1) ?? 0)
  const comparable = text.filter((hash) => hash <= reach)
  if (comparable.length < Math.min(FEW, text.length)) return unknown
  if (comparable.length === 0) return 1
  const known = new Set(other)
  return comparable.filter((hash) => known.has(hash)).length / comparable.length
}

type IsKept = (section: Section) => boolean

/** At most so many texts with one hash are looked at. */
const MOST = 64

/** Asks whether some text of the documents holds most of a section's words; they are gathered when it is first asked. */
function keptIn(documents: readonly Document[]): IsKept {
  let index: ReadonlyMap<number, readonly (readonly number[])[]> | null = null
  return ({ sketch }) => {
    index ??= indexOf(documents)
    const near = new Set(sketch.flatMap((hash) => index?.get(hash) ?? []))
    return [...near].some((other) => shareIn(sketch, other, 0) >= KEPT)
  }
}

function indexOf(documents: readonly Document[]): ReadonlyMap<number, readonly (readonly number[])[]> {
  const index = new Map<number, (readonly number[])[]>()
  for (const { sections = [], items } of documents) {
    for (const { sketch } of [...sections, ...items]) {
      for (const hash of sketch) {
        const texts = index.get(hash) ?? []
        if (texts.length < MOST) index.set(hash, [...texts, sketch])
      }
    }
  }
  return index
}

const ARCHIVE = /(?:^|\/)[._]?archived?s?\//i

/** Asks whether a file lies as it was in a folder of that name, be that memory or not. */
export function archivedIn({ files }: Memory): (document: Document) => boolean {
  let ids: ReadonlySet<string | null> | null = null
  return ({ id }) => {
    ids ??= new Set([...files.values()].flatMap((file) => (ARCHIVE.test(file.path) ? file.id : [])))
    return ids.has(id)
  }
}
