import type { Document } from '../core/document.ts'
import { type Json, type JsonObject, textList } from '../core/json.ts'
import type { Kind, Source } from '../core/source.ts'
import { applyEdits, type Edit } from '../core/text.ts'
import type { PlannedFile, WritePlan } from '../core/write-plan.ts'
import type { LoadedSide } from '../engine/check-memory.ts'
import { type ClaimedFile, partName } from '../engine/claims.ts'
import type { MemoryContext } from '../engine/context.ts'
import { readSources } from '../engine/documents/load-documents.ts'
import { frontMatterTags, renamedTags, renameEdits, type TagRename } from '../formats/tag-lists.ts'
import { type OpenSnapshot, textOfBytes } from '../snapshot/project.ts'

/** A file that may have the tag and stays as it is, and why. */
export type LeftFile = { readonly path: string; readonly reason: string }

/** What a rename edits. */
export type TagEdits = {
  /** Files that people write, each as it becomes. */
  readonly edited: WritePlan
  /** Derived files in which people describe the tag: a rebuild follows from these. */
  readonly derived: WritePlan
  /** How often the tag is renamed or removed in each edited file. */
  readonly places: ReadonlyMap<string, number>
  readonly left: readonly LeftFile[]
}

type Renaming = {
  readonly rename: TagRename
  readonly snapshot: OpenSnapshot
  readonly side: LoadedSide
  readonly claimed: readonly ClaimedFile[]
}

/** Plans the splices of every file that has the tag; null when a file changed since it was checked. */
export async function planTagEdits(
  { rename, snapshot, side, claimed }: Renaming,
  memory: MemoryContext,
): Promise<TagEdits | null> {
  const documents = new Map(side.documents.map((document) => [document.path, document]))
  const left: LeftFile[] = []
  const wanted: Wanted[] = []
  for (const file of claimed) {
    const document = documents.get(file.file.path)
    const kind = file.layout.kinds.find(({ id }) => id === file.claim.kind)
    if (!document || !kind) continue
    const reason = whyLeft(document, kind, { side, file, rename })
    if (reason !== null) left.push({ path: document.path, reason })
    else if (hasTag(document, rename.from) || isDerived(kind)) {
      wanted.push({ file, document, kind })
    }
  }
  const { sources, contents } = await readSources(
    wanted.map(({ file }) => file),
    snapshot,
    memory,
  )
  if (wanted.some(({ document: { path, id } }) => contents.get(path)?.id !== id)) return null
  const edited = new Map<string, PlannedFile>()
  const derived = new Map<string, PlannedFile>()
  const places = new Map<string, number>()
  for (const { document, kind } of wanted) {
    const source = sources.get(document.path)
    const content = contents.get(document.path)
    const spliced = source && content && spliceTags(source, kind, { rename, bytes: content.bytes })
    if (!spliced || (spliced.count === 0 && !isDerived(kind)))
      left.push({ path: document.path, reason: BY_HAND })
    else if (spliced.count > 0 && isDerived(kind)) derived.set(document.path, spliced.file)
    else if (spliced.count > 0) {
      edited.set(document.path, spliced.file)
      places.set(document.path, spliced.count)
    }
  }
  return { edited, derived: withoutParts(derived, left, claimed, memory), places, left }
}

type Wanted = { readonly file: ClaimedFile; readonly document: Document; readonly kind: Kind }

const BY_HAND = 'the tag is written in a form, or next to a comment, that only a person can change safely'

/** The reason for a file that is no longer what it was but for the tag. */
export const NOT_ONLY_RENAMED = 'a rename would change more than the tag in it'

type About = { readonly side: LoadedSide; readonly file: ClaimedFile; readonly rename: TagRename }

/** Why a file stays as it is; null for one that does not, or that has nothing to rename. */
function whyLeft(document: Document, kind: Kind, { side, file, rename }: About): string | null {
  // What a rebuild makes of a derived file, also of one that cannot be read, is not for a rename to say.
  if (isDerived(kind)) return null
  if (!document.complete) {
    if (!kind.tagLists && kind.frontMatter === 'none') return null
    const why = document.findings.find(({ severity }) => severity === undefined || severity === 'error')
    return why ? `it cannot be read: ${why.message}` : 'it cannot be read'
  }
  if (!hasTag(document, rename.from)) return null
  const { mode = 'free', editable = [] } = side.memories.get(file.layout)?.histories[kind.id] ?? {}
  if (mode === 'free' || document.items.length === 0 || editable.includes('tags')) return null
  return `the history of ${kind.id} is ${mode}; \`history: { ${kind.id}: { mode: amend, editable: [tags] } }\` in the settings allows it`
}

/** A derived file follows from the others, and is edited only for what people wrote in it. */
function isDerived({ merge }: Kind): boolean {
  return merge?.by === 'derived'
}

function hasTag({ items, frontMatter }: Document, tag: string): boolean {
  return [...items.map(({ fields }) => fields.tags), frontMatter?.tags].some((tags) => isIn(tags, tag))
}

/** Also in a text with commas, which is no list and is for a person to change. */
function isIn(tags: Json | undefined, tag: string): boolean {
  if (typeof tags === 'string') return tags.split(',').some((one) => one.trim() === tag)
  return textList(tags).includes(tag)
}

/** The new text is made of the bytes when it is asked for: those of thousands of files would not fit. */
function spliceTags(
  source: Source,
  { tagLists }: Kind,
  { rename, bytes }: { readonly rename: TagRename; readonly bytes: Uint8Array },
): { readonly file: PlannedFile; readonly count: number } | null {
  const all = [...frontMatterTags(source), ...(tagLists?.(source) ?? [])]
  const lists = all.map((list) => renameEdits(source.text, list, rename))
  const edits = lists.flatMap((list) => list ?? [])
  if (lists.includes(null)) return null
  return { file: splicedFile(bytes, edits), count: edits.length }
}

function splicedFile(bytes: Uint8Array, edits: readonly Edit[]): PlannedFile {
  return {
    kind: 'text',
    get text() {
      return applyEdits(textOfBytes(bytes), edits)
    },
  }
}

/** Where a file of the same part keeps the tag, what people wrote of it stays with the old name. */
function withoutParts(
  derived: WritePlan,
  left: readonly LeftFile[],
  claimed: readonly ClaimedFile[],
  { settings }: MemoryContext,
): WritePlan {
  const byPath = new Map(claimed.map((one) => [one.file.path, one.layout]))
  const partOf = (path: string): string => {
    const layout = byPath.get(path)
    return layout ? partName(layout, path, settings) : ''
  }
  const parts = new Set(left.map(({ path }) => partOf(path)))
  return new Map([...derived].filter(([path]) => !parts.has(partOf(path))))
}

/** True where a document says the same before and after, but for the tag. */
export function isOnlyRenamed(before: Document, after: Document | undefined, rename: TagRename): boolean {
  const same = (tags: Json | undefined): Json | undefined => tags
  const renamed = (tags: Json | undefined): Json | undefined =>
    Array.isArray(tags) ? renamedTags(tags, rename) : tags
  return after !== undefined && said(before, renamed) === said(after, same)
}

function said(
  { complete, items, tombstones, unread, frontMatter }: Document,
  tagsOf: (tags: Json | undefined) => Json | undefined,
): string {
  const withTags = (fields: JsonObject): object => ({ ...fields, tags: tagsOf(fields.tags) })
  return JSON.stringify({
    complete,
    items: items.map((item) => ({ ...item, place: null, tags: null, fields: withTags(item.fields) })),
    tombstones: tombstones?.map(({ key }) => key),
    unread: unread.length,
    frontMatter: frontMatter && withTags(frontMatter),
  })
}
