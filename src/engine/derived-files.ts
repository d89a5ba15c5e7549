import { join } from 'node:path'
import type { Document, Memory } from '../core/document.ts'
import { derivationOf, type Layout } from '../core/layout.ts'
import { safeText, UserError } from '../core/messages.ts'
import { type FileContent, filesBelow, type Snapshot, type SnapshotFile } from '../core/snapshot.ts'
import type { PlannedFile, PlannedText, WritePlan } from '../core/write-plan.ts'
import { storeCopy } from '../fs/atomic-write.ts'
import type { Expected } from '../fs/write-plan.ts'
import { type Project, textOfBytes } from '../snapshot/project.ts'
import type { Checked } from './check-memory.ts'
import type { ClaimedFile } from './claims.ts'
import type { MemoryContext } from './context.ts'
import { factsInMemory } from './documents/facts.ts'
import { readClaimed } from './documents/load-documents.ts'

/** The rebuild of every layout's derived files. One that is gone keeps what people wrote in it; see `withLostFiles`. */
export async function planDerivedFiles(side: MemoriesOf, load: MemoryContext): Promise<WritePlan> {
  const memories = await withLostFiles(side, load)
  return new Map([...memories].flatMap(([layout, memory]) => [...derivationOf(layout, memory).plan]))
}

/** Derived files that exist but cannot be read, and that a rebuild replaces: none of their text is kept. */
export function replacedUnread(memories: ReadonlyMap<Layout, Memory>): ReadonlySet<string> {
  return new Set([...memories].flatMap(([layout, memory]) => derivationOf(layout, memory).replacesUnreadable))
}

/** The derived files that a change makes stale. Files elsewhere that were stale before are left out. */
export async function planRebuild(
  before: MemoriesOf,
  after: MemoriesOf,
  load: MemoryContext,
): Promise<WritePlan> {
  const stale = await planDerivedFiles(before, load)
  return new Map(
    [...(await planDerivedFiles(after, load))].filter(([path, file]) => !isSame(stale.get(path), file)),
  )
}

function isSame(a: PlannedFile | undefined, b: PlannedFile): boolean {
  return a !== undefined && a.kind === b.kind && plannedText(a) === plannedText(b)
}

/** The memories of a snapshot. */
type MemoriesOf = {
  readonly snapshot: Snapshot
  readonly memories: ReadonlyMap<Layout, Memory>
}

/**
 * Memories with the missing derived files that a rebuild creates, as git last stored them: a rebuild keeps what people
 * wrote in them. Git is asked only where such a file is missing.
 */
async function withLostFiles(
  { snapshot, memories }: MemoriesOf,
  load: MemoryContext,
): Promise<ReadonlyMap<Layout, Memory>> {
  const missing = [...memories].map(([layout, memory]) => [layout, memory, newFiles(layout, memory)] as const)
  if (!load.ask || missing.every(([, , paths]) => paths.length === 0)) return memories
  const stored = await load.ask.stored()
  const known = new Map(memories)
  for (const [layout, memory, paths] of missing) {
    const lost = await lostFiles(layout, paths, { memory, snapshot, stored, load })
    if (lost.length > 0) known.set(layout, { ...memory, lost })
  }
  return known
}

function newFiles(layout: Layout, memory: Memory): readonly string[] {
  return [...derivationOf(layout, memory).plan.keys()].filter((path) => !memory.files.has(path))
}

type Seeking = {
  readonly memory: Memory
  readonly snapshot: Snapshot
  readonly stored: readonly Snapshot[]
  readonly load: MemoryContext
}

/** Reads each under its new path, even where its directory had another name. */
async function lostFiles(
  layout: Layout,
  paths: readonly string[],
  { memory, snapshot, stored, load }: Seeking,
): Promise<readonly Document[]> {
  const lost: Document[] = []
  const open = new Set(paths)
  const isThere = (path: string): boolean => snapshot.files.has(path) || paths.includes(path)
  for (const search of [sameFile, movedFile]) {
    for (const from of stored) {
      const found = [...open].flatMap((path) => {
        const file = search(path, from, { memory, isThere })
        return file ? [[path, file] as const] : []
      })
      for (const [path] of found) open.delete(path)
      lost.push(...(await readAs(new Map(found), from, { layout, load })))
    }
  }
  return lost
}

/** What is there now, and what a rebuild makes. */
type Now = { readonly memory: Memory; readonly isThere: (path: string) => boolean }

function sameFile(path: string, { files }: Snapshot): SnapshotFile | undefined {
  return files.get(path)
}

/** The same file in a renamed directory: the old file is gone, and a document moved with the directory. */
function movedFile(path: string, { files }: Snapshot, { memory, isThere }: Now): SnapshotFile | undefined {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const below = memory.documents.filter((one) => one.id !== '' && one.path.startsWith(folder))
  if (below.length === 0) return undefined
  for (const old of files.values()) {
    const same = below.find(
      ({ id, path: now }) => id === old.id && old.path.endsWith(`/${now.slice(folder.length)}`),
    )
    if (!same) continue
    const oldFolder = old.path.slice(0, folder.length - same.path.length)
    const moved = `${oldFolder}${path.slice(folder.length)}`
    if (!isThere(moved) && files.has(moved)) return files.get(moved)
  }
  return undefined
}

async function readAs(
  found: ReadonlyMap<string, SnapshotFile>,
  from: Snapshot,
  { layout, load }: { readonly layout: Layout; readonly load: MemoryContext },
): Promise<readonly Document[]> {
  const bare = { ...layout, rules: [] }
  const claimed = [...found].flatMap(([path, { id, mode }]): ClaimedFile[] => {
    const claim = layout.claim(path, mode, load.settings)
    return claim ? [{ file: { path, id, mode }, layout: bare, claim, rivals: [] }] : []
  })
  const named: Snapshot = { ...from, read: (paths) => readRenamed(paths, found, from) }
  const options = { ...load, layouts: [bare], rules: [], facts: factsInMemory() }
  return (await readClaimed(claimed, named, options)).map(({ document }) => document)
}

async function readRenamed(
  paths: readonly string[],
  found: ReadonlyMap<string, SnapshotFile>,
  from: Snapshot,
): Promise<ReadonlyMap<string, FileContent>> {
  const oldOf = (path: string): string => found.get(path)?.path ?? path
  const contents = await from.read(paths.map(oldOf))
  return new Map(
    paths.flatMap((path) => {
      const content = contents.get(oldOf(path))
      return content ? [[path, content] as const] : []
    }),
  )
}

/** A plan of derived files, and the check that it came from. */
type Replacement = { readonly memories: Checked['memories']; readonly plan: WritePlan }

/**
 * Copies derived files that could not be read, and that a plan replaces, into git's own directory (without git:
 * into `.memkeep` at the root), so that no byte is lost. Returns one remark per copy.
 */
export async function copyReplaced(
  project: Project,
  snapshot: Snapshot,
  { memories, plan }: Replacement,
): Promise<string[]> {
  const paths = [...replacedUnread(memories)].filter((path) => plan.has(path) && snapshot.files.has(path))
  const contents = await snapshot.read(paths)
  const folder = join(project.repository?.commonDir ?? join(project.root, '.memkeep'), 'memkeep', 'replaced')
  return [...contents].flatMap(([path, content]) => {
    if (!('bytes' in content)) return []
    return [
      `${path} could not be read and was rebuilt; what it held is kept in ${kept(folder, path, content.bytes)}`,
    ]
  })
}

function kept(folder: string, path: string, bytes: Uint8Array): string {
  try {
    return storeCopy(folder, path, { bytes })
  } catch (cause) {
    throw new UserError(
      `${safeText(path)} cannot be read, and no copy of it can be kept in ${safeText(folder)}: nothing was written`,
      'Make that directory writable, or fix the file by hand.',
      cause,
    )
  }
}

/** The texts of each planned file, by its path. */
export type PlannedTexts = ReadonlyMap<string, PlannedText>

/**
 * What a plan changes, for people to look at: `before` gives the bytes that it was made for. A text is made when it is asked
 * for: a plan may be of thousands of files.
 */
export function plannedTexts(plan: WritePlan, before: Expected): PlannedTexts {
  return new Map(
    [...plan].map(([path, file]) => {
      const bytes = before.get(path)
      return [
        path,
        {
          path,
          get before() {
            return bytes ? textOfBytes(bytes) : null
          },
          get after() {
            return plannedText(file)
          },
        },
      ]
    }),
  )
}

/** The new text of a file, or a link's target; null for a deletion. */
function plannedText(file: PlannedFile): string | null {
  return file.kind === 'text' ? file.text : file.kind === 'link' ? file.target : null
}

/** A symlink or submodule at a derived file's path is not replaced, and stays a finding. */
export function withoutForeign(plan: WritePlan, { files }: Snapshot): WritePlan {
  return new Map([...plan].filter(([path]) => !isForeign(files.get(path)?.mode)))
}

function isForeign(mode: string | undefined): boolean {
  return mode === 'link' || mode === 'submodule'
}

/** Throws `UserError` for a derived file in a folder's place. Git refuses it too, but only after the work tree was written. */
export function assertNoFolder(path: string, { files }: Snapshot): void {
  const inside = filesBelow(files, path)[0]?.path
  if (inside === undefined) return
  throw new UserError(
    `${safeText(inside)} is staged where the derived file ${safeText(path)} belongs`,
    'Move it elsewhere: `git mv`, or `git rm --cached` and then another name.',
  )
}
