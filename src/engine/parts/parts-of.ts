import type { PartSum } from '../../cache/last-report.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { type Layout, partOf } from '../../core/layout.ts'
import { testHeld } from '../../core/places.ts'
import type { FileContent } from '../../core/snapshot.ts'
import { isPage } from '../../formats/statements/read-statements.ts'
import { type OpenSnapshot, readOnce } from '../../snapshot/project.ts'
import { type ClaimedFile, claimFiles, partName } from '../claims.ts'
import { type Earlier, type Focus, type MemoryView, type UsedLayouts, withFocus } from '../context.ts'
import { BATCH } from '../documents/load-documents.ts'
import { focusOnFiles, matterOf } from '../focus.ts'

/** What is judged by itself: the files of one part of a layout's memory, as `Layout.partOf` divides it. */
export type Part = {
  readonly layout: Layout
  /** Unique among the parts. */
  readonly name: string
  /** In order of paths. */
  readonly files: readonly ClaimedFile[]
}

/** Divides claimed files, given in order of paths. A layout without files is one part, because its rules may still report. */
export function partsOf(
  claimed: readonly ClaimedFile[],
  { layouts, settings }: UsedLayouts,
): readonly Part[] {
  const parts = new Map<string, Part & { readonly files: ClaimedFile[] }>()
  for (const one of claimed) {
    const { layout, file } = one
    const name = partName(layout, file.path, settings)
    const part = parts.get(name)
    if (part) part.files.push(one)
    else parts.set(name, { layout, name, files: [one] })
  }
  const known = new Set([...parts.values()].map(({ layout }) => layout))
  const empty = layouts.filter((layout) => !known.has(layout))
  return [...parts.values(), ...empty.map((layout) => ({ layout, name: `${layout.id} `, files: [] }))]
}

/** Parts that are read together, by how many files they have: most are small. */
export function inBatches<One>(all: readonly One[], partOf: (one: One) => Part): readonly (readonly One[])[] {
  const batches: One[][] = []
  let room = 0
  for (const one of all) {
    const last = batches.at(-1)
    const { length } = partOf(one).files
    if (last && length <= room) last.push(one)
    else batches.push([one])
    room = (last && length <= room ? room : BATCH) - length
  }
  return batches
}

/** What lets a check look at nothing but some of the parts of claimed files, where each keeps the files that it was given. */
export function focusOnParts(
  claimed: readonly ClaimedFile[],
  known: UsedLayouts,
): (parts: readonly Part[]) => Focus {
  const owners = new Map(claimed.map(({ file, layout }) => [file.path, layout.id]))
  return (parts) => (layout) => {
    const own = parts.flatMap((part) => (part.layout === layout ? (part.files[0]?.file.path ?? []) : []))
    const names = new Set(own.map((path) => partOf(layout, path, known.settings)))
    const matter = matterOf(layout, names, known)
    const holds = (path: string): boolean =>
      matter?.holds(path) === true && (owners.get(path) ?? layout.id) === layout.id
    return matter && { ...matter, holds }
  }
}

/** More files whose content git does not know are not held in memory all at once. */
const MOST_UNKNOWN = 256

/** Claimed files with their ids, as far as these can be had, and a snapshot that has read those that had none. */
type KnownContents = {
  readonly claimed: readonly ClaimedFile[]
  readonly snapshot: OpenSnapshot
}

/** Finds the ids of files without a trusted blob id, unless they are too many. */
export async function knownContents(
  claimed: readonly ClaimedFile[],
  after: OpenSnapshot,
): Promise<KnownContents> {
  const unknown = claimed.filter(({ file }) => file.id === null).map(({ file }) => file.path)
  if (unknown.length === 0 || unknown.length > MOST_UNKNOWN) return { claimed, snapshot: after }
  const snapshot = readOnce(after)
  const contents = await snapshot.read(unknown)
  return {
    claimed: claimed.map((one) => withId(one, contents.get(one.file.path))),
    snapshot,
  }
}

function withId(one: ClaimedFile, content: FileContent | undefined): ClaimedFile {
  return isRead(content) ? { ...one, file: { ...one.file, id: content.id } } : one
}

function isRead(content: FileContent | undefined): content is FileContent & { readonly id: string } {
  return content !== undefined && 'id' in content
}

/** What has to be looked at. */
type OpenParts = {
  readonly claimed: readonly ClaimedFile[]
  /** Divides the claimed files, whatever is known of their contents by then. */
  readonly partsOf: (claimed: readonly ClaimedFile[]) => readonly Part[]
  /** The parts that are as they were. */
  readonly others: readonly PartSum[]
  /** The findings of no part, where they are as they were. */
  readonly besides?: readonly Diagnostic[] | undefined
}

/** The parts of a memory; where only contents of some files changed, the parts of these files. */
export function openParts(memory: MemoryView, since?: Earlier | null): OpenParts {
  return (
    (since && changedParts(memory, since)) ?? {
      claimed: claimFiles(memory.after, memory),
      partsOf: (claimed) => partsOf(claimed, memory),
      others: [],
    }
  )
}

/** Null where the parts are not those of the last time after all. */
function changedParts(memory: MemoryView, { changed, parts, layouts, besides }: Earlier): OpenParts | null {
  const { after, settings } = memory
  // A layout that was turned on or off by a content has all its parts looked at.
  if (layouts.size !== memory.layouts.length || memory.layouts.some(({ id }) => !layouts.has(id))) return null
  const names = new Set(changed.flatMap((path) => namesOf(path, memory)))
  const focused = withFocus(memory, focusOnFiles(changed, memory))
  const claimed = claimFiles(after, focused).filter(({ layout, file }) =>
    names.has(partName(layout, file.path, settings)),
  )
  // Text that no layout reads may be a page that a file of another part imports.
  const read = new Set(claimed.map(({ file }) => file.path))
  const isUnread = changed.some((path) => isPage(path) && !read.has(path))
  // Kinds load their layouts, which may have no part in this.
  if (isUnread && memory.layouts.some(({ kinds }) => kinds.some(({ asksPages }) => asksPages))) return null
  const divided = (files: readonly ClaimedFile[]): readonly Part[] =>
    partsOf(files, memory).filter((part) => part.files.length > 0)
  const present = new Map(divided(claimed).map(({ name, files }) => [name, files.length]))
  const known = parts.filter(([name]) => present.has(name))
  const isSame = known.length === present.size && known.every(([name, count]) => present.get(name) === count)
  if (!isSame) return null
  const others = parts.filter(([name]) => !present.has(name))
  // They depend on the listing, and on where symlinks lead.
  const isListed = changed.every((path) => after.files.get(path)?.mode !== 'link')
  return { claimed, partsOf: divided, others, besides: isListed ? (besides ?? undefined) : undefined }
}

/** The parts that a path may belong to, in any layout. */
function namesOf(path: string, { layouts, settings }: UsedLayouts): readonly string[] {
  return layouts
    .filter((layout) => testHeld(layout, settings)(path))
    .map((layout) => partName(layout, path, settings))
}
