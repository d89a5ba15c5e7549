import type { Document } from '../core/document.ts'
import { derivationOf, type Layout } from '../core/layout.ts'
import type { Memory } from '../core/memory.ts'
import type { FileContent, Snapshot, SnapshotFile } from '../core/snapshot.ts'
import type { ClaimedFile } from './claims.ts'
import { factsInMemory } from './facts-in-memory.ts'
import { readClaimed } from './load-documents.ts'
import type { MemoryContext } from './load-options.ts'

/** The memories of a snapshot. */
export type MemoriesOf = {
  readonly snapshot: Snapshot
  readonly memories: ReadonlyMap<Layout, Memory>
}

/**
 * Memories with the derived files that are not there and that a rebuild would make anew, as git has them still: a rebuild
 * keeps what people wrote in them. Git is asked only where such a file is missing.
 */
export async function withLostFiles(
  { snapshot, memories }: MemoriesOf,
  load: MemoryContext,
): Promise<ReadonlyMap<Layout, Memory>> {
  const missing = [...memories].map(([layout, memory]) => [layout, memory, newFiles(layout, memory)] as const)
  if (!load.stored || missing.every(([, , paths]) => paths.length === 0)) return memories
  const stored = await load.stored()
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

/** Each is read as the file that it is to become, whatever its directory was called. */
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

/** The file of that name in a directory that got another name: it is gone, and a document went with the directory. */
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
  const options = { ...load, layouts: [bare], rules: [], facts: factsInMemory(), keepsFacts: false }
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
