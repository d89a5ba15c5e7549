import { hash } from 'node:crypto'
import type { KnownSignature } from '../cache/signature-cache.ts'
import type { Document } from '../core/document.ts'
import { type Layout, layoutChoice, rootPaths } from '../core/layout.ts'
import { amongLayoutsOn } from '../core/places.ts'
import type { SnapshotFile } from '../core/snapshot.ts'
import type { Kind } from '../core/source.ts'
import type { OpenSnapshot } from '../snapshot/project.ts'
import { type ClaimedFile, filesOfLayouts, filesThatMatter } from './claims.ts'
import {
  type Earlier,
  type Focus,
  type MemoryContext,
  type MemoryView,
  withFacts,
  withFocus,
  withSettings,
} from './context.ts'
import { BATCH, readClaimed } from './documents/load-documents.ts'
import { settingsBefore } from './settings/load-settings.ts'

/** A snapshot, and what its documents are read with. */
type SeenSide = {
  readonly snapshot: OpenSnapshot
  readonly load: MemoryContext
  /** The files below a layout's roots. */
  readonly below: (layout: Layout) => readonly SnapshotFile[]
}

/**
 * What sides are read with: the layouts that are on. A layout is on when settings say so, or when a file of any side has its
 * signature, so that no change turns it off by spoiling its files; the others are only named. It depends on nothing but
 * the settings and the documents of the sides. Where a change leaves a layout's files alone, nothing is asked of it, but where it
 * could keep a file that another layout reads.
 * `since`: what is known of an earlier state of these sides, where contents alone have changed.
 */
export async function findLayoutsOn<View extends MemoryView>(
  memory: View,
  since?: Earlier | null,
): Promise<View> {
  const { settings, focus } = memory
  const on: Layout[] = []
  const unsigned: Layout[] = []
  const untouched: Layout[] = []
  const asking = openAsking(memory, since)
  // Those that other sides did not turn on are asked again.
  const asked = new Set([...memory.layouts, ...(memory.unsigned ?? [])].map(({ id }) => id))
  for (const layout of memory.allLayouts ?? memory.layouts) {
    if (!asked.has(layout.id)) continue
    const isChosen = layoutChoice(layout, settings) === 'on'
    const isUntouched = focus ? focus(layout) === null : false
    if (isUntouched && !isChosen) untouched.push(layout)
    if (isUntouched || isChosen || (await isSigned(layout, await asking()))) on.push(layout)
    else unsigned.push(layout)
  }
  const idle = focus ? await idleRivals({ untouched, on, focus }, asking) : new Set<Layout>()
  const keeping = on.filter((layout) => !idle.has(layout))
  return { ...memory, layouts: amongLayoutsOn(on, keeping), unsigned }
}

/** The layouts that a change leaves alone, among those that may be on. */
type Among = {
  readonly untouched: readonly Layout[]
  readonly on: readonly Layout[]
  readonly focus: Focus
}

/** Layouts that a change leaves alone and that are not on, though they would keep a file that one in the change reads. */
async function idleRivals(
  { untouched, on, focus }: Among,
  asking: () => Promise<Asking>,
): Promise<ReadonlySet<Layout>> {
  const yielding = on.flatMap((layout) => {
    const matter = layout.yields ? focus(layout) : null
    return matter ? [{ layout, matter }] : []
  })
  const idle = new Set<Layout>()
  if (yielding.length === 0) return idle
  const asked = await asking()
  const files = asked.sides.flatMap((side) =>
    yielding.flatMap(({ layout, matter }) => {
      const near = matter.folders === null ? side.below(layout) : filesThatMatter(side.snapshot, [matter])
      return [...filesOf(layout, side, near)].flatMap(({ file }) =>
        matter.holds(file.path) ? [{ file, side }] : [],
      )
    }),
  )
  for (const layout of untouched) {
    const isRival = files.some(
      ({ file, side }) => layout.claim(file.path, file.mode, side.load.settings) !== null,
    )
    if (isRival && !(await isSigned(layout, asked))) idle.add(layout)
  }
  return idle
}

/** True when a side has memory of a layout, and not only files at its places. */
export async function hasMemory(memory: MemoryView): Promise<boolean> {
  const { layouts } = await findLayoutsOn(withFocus(memory, null))
  const { sides } = await openSeen({ ...memory, layouts })
  return layouts.some((layout) => sides.some((side) => !filesOf(layout, side).next().done))
}

type Asking = {
  readonly sides: readonly SeenSide[]
  readonly changed: ReadonlySet<string>
  /** Where no other file has changed: ids of the layouts that were on before. */
  readonly before: ReadonlySet<string> | null
}

/** The sides are opened at the first question. */
function openAsking(memory: MemoryView, since?: Earlier | null): () => Promise<Asking> {
  let opened: Promise<Asking> | undefined
  return () => {
    opened ??= openSeen(memory, since)
    return opened
  }
}

async function openSeen(memory: MemoryView, since?: Earlier | null): Promise<Asking> {
  const { after, before, merge, changed = since?.changed ?? [], facts } = memory
  // Files that are read here do not count as read by the check.
  const here = withFocus(withFacts(memory, { ...facts, put: () => undefined }), null)
  const earlier = await settingsBefore(before, memory)
  const then = earlier ? withSettings(here, earlier) : here
  const others = [...(merge?.others ?? []), ...(merge?.bases ?? []).map(({ snapshot }) => snapshot)]
  return {
    sides: [
      seenSide(after, here),
      ...(before ? [seenSide(before, then)] : []),
      ...others.map((snapshot) => seenSide(snapshot, here)),
    ],
    changed: new Set(changed),
    before: since?.layouts ?? null,
  }
}

function seenSide(snapshot: OpenSnapshot, load: MemoryContext): SeenSide {
  const { settings, allLayouts = load.layouts } = load
  const below = (layout: Layout): readonly SnapshotFile[] =>
    filesOfLayouts(snapshot, allLayouts, settings).get(layout.id) ?? []
  return { snapshot, load, below }
}

async function isSigned(layout: Layout, { sides, changed, before }: Asking): Promise<boolean> {
  const [first] = sides
  // An earlier run is known only where no such directory exists.
  if (!first || (!before && isIgnoredOnPurpose(layout, first))) return true
  const { signatures } = first.load.facts
  const known = signatures?.get(layout.id)
  // To look at all files takes as long as the rest of a small commit.
  if (known && 'path' in known && stillThere(layout, known, sides)) return true
  const near = changedFiles(layout, sides, changed)
  if (near.length === 0 && before && !before.has(layout.id)) return false
  const found =
    placed(near) ?? (await findSigned(near.filter(isOpen), changed)) ?? placed(allFiles(layout, sides))
  if (found) {
    if (found.id !== '') signatures?.put(layout.id, found)
    return true
  }
  const open = openFiles(layout, sides)
  if (await isForcedIn(layout, sides)) return true
  const none = nameOf(open)
  if (open.length === 0 || (known && 'none' in known && known.none === none)) return false
  const seen: SeenDocument[] = []
  const signed = await findSigned(open, changed, seen)
  if (signed) signatures?.put(layout.id, signed)
  else if (isProvedTogether(layout, sides, seen)) return true
  else if (none !== null) signatures?.put(layout.id, { none })
  return signed !== null
}

/** The first file whose path proves that the layout is in use. */
function placed(files: Iterable<SeenFile>): Signed | null {
  for (const seen of files) {
    if (signatureOf(seen) === 'path') return { path: seen.file.path, id: seen.file.id ?? '' }
  }
  return null
}

/** A directory that the layout keeps out of git proves its use by existing. */
function isIgnoredOnPurpose(layout: Layout, { snapshot, load, below }: SeenSide): boolean {
  const roots = rootPaths(layout, load.settings, 'ignored')
  return roots.some(
    (root) =>
      // A symlink in its place is listed itself.
      snapshot.files.get(root)?.ignored ||
      below(layout).some(({ path, ignored }) => ignored && path.startsWith(`${root}/`)),
  )
}

/** A tracked file below an ignored root was added with force: the root is in use, whatever the file contains. */
async function isForcedIn(layout: Layout, sides: readonly SeenSide[]): Promise<boolean> {
  for (const { load, below } of sides) {
    const roots = rootPaths(layout, load.settings, 'ignored')
    const held = roots.filter((root) => below(layout).some(({ path }) => path.startsWith(`${root}/`)))
    if (held.length > 0 && (await load.ask?.areIgnored(held))) return true
  }
  return false
}

/** A file that a layout would claim. */
type SeenFile = ClaimedFile & { readonly side: SeenSide }

/** The files that a layout would claim; one at a time, because the first may be enough. */
function* filesOf(
  layout: Layout,
  side: SeenSide,
  files: Iterable<SnapshotFile> = side.below(layout),
): Generator<SeenFile> {
  for (const file of files) {
    const claim = layout.claim(file.path, file.mode, side.load.settings)
    if (claim) yield { file, layout, claim, rivals: [], side }
  }
}

function signatureOf({ layout, claim }: ClaimedFile): Kind['signature'] {
  return layout.kinds.find(({ id }) => id === claim.kind)?.signature
}

/** The content is the same, and the layout still claims that path. */
function stillThere(layout: Layout, { path, id }: Signed, sides: readonly SeenSide[]): boolean {
  return sides.some(({ snapshot, load: { settings } }) => {
    const file = snapshot.files.get(path)
    return file?.id === id && layout.claim(path, file.mode, settings) !== null
  })
}

/** The files of a change: they are known without a look at all others. */
function changedFiles(
  layout: Layout,
  sides: readonly SeenSide[],
  changed: ReadonlySet<string>,
): readonly SeenFile[] {
  return sides.flatMap((side) => {
    const files = [...changed].flatMap((path) => side.snapshot.files.get(path) ?? [])
    return [...filesOf(layout, side, files)]
  })
}

/** One at a time, because the first may be enough. */
function* allFiles(layout: Layout, sides: readonly SeenSide[]): Generator<SeenFile> {
  for (const side of sides) yield* filesOf(layout, side)
}

/** True where the content shows whether the layout is in use. */
function isOpen(seen: SeenFile): boolean {
  return typeof signatureOf(seen) === 'function'
}

type Signed = Extract<KnownSignature, { readonly path: string }>

/** The files that have to be read to know; what several sides have alike is read once. */
function openFiles(layout: Layout, sides: readonly SeenSide[]): readonly SeenFile[] {
  const seen = new Set<string>()
  const settings = [...new Set(sides.map(({ load }) => load.settings))]
  return sides.flatMap((side) =>
    [...filesOf(layout, side)].filter((one) => {
      // Other limits may let no file be read.
      const name = `${settings.indexOf(side.load.settings)} ${one.file.id} ${one.file.path}`
      if (!isOpen(one) || seen.has(name)) return false
      if (one.file.id !== null) seen.add(name)
      return true
    }),
  )
}

/** A name for exactly these contents; null where not all of them are known without reading. */
function nameOf(open: readonly SeenFile[]): string | null {
  if (open.some(({ file }) => file.id === null)) return null
  const names = open.map(({ file, claim }) => `${claim.kind} ${file.id} ${file.path}`)
  return hash('sha256', names.join('\0'))
}

type SeenDocument = { readonly document: Document; readonly side: SeenSide }

/** True where the files of one side, which prove nothing each by itself, do so together. What sides have alike was read once. */
function isProvedTogether(
  layout: Layout,
  sides: readonly SeenSide[],
  seen: readonly SeenDocument[],
): boolean {
  return sides.some((side) => {
    const isOf = (one: SeenDocument): boolean =>
      one.side === side || side.snapshot.files.get(one.document.path)?.id === one.document.id
    const own = seen.filter(isOf).map(({ document }) => document)
    return layout.kinds.some(
      ({ id, signatureOfMany }) => signatureOfMany?.(own.filter(({ kind }) => kind === id)) ?? false,
    )
  })
}

/**
 * Reads one file first, which is mostly enough, and then more at a time; what was read is added to `seen`. Files of the change
 * come first.
 */
async function findSigned(
  open: readonly SeenFile[],
  changed: ReadonlySet<string>,
  seen: SeenDocument[] = [],
): Promise<Signed | null> {
  const isFirst = ({ file }: SeenFile): boolean => changed.has(file.path)
  for (const side of new Set(open.map((seen) => seen.side))) {
    const own = open.filter((seen) => seen.side === side)
    const files = [...own.filter(isFirst), ...own.filter((seen) => !isFirst(seen))]
    for (let start = 0, size = 1; start < files.length; start += size, size = Math.min(BATCH, size * 8)) {
      const read = await readClaimed(files.slice(start, start + size), side.snapshot, side.load)
      const found = read.find(({ document }) => document.signature)
      if (found) return { path: found.document.path, id: found.document.id }
      seen.push(...read.map(({ document }) => ({ document, side })))
    }
  }
  return null
}
