import { testSpecs } from '../core/places.ts'
import type { Snapshot } from '../core/snapshot.ts'
import type { OpenSnapshot } from './real-snapshot.ts'

/**
 * Finds renames without edits among some paths, by content id: old path → new path. A path that still exists is not
 * renamed, and each new path matches one old path only.
 */
export async function renamedAsIs(
  before: Snapshot,
  after: Snapshot,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const gone = paths.filter((path) => before.files.has(path) && !after.files.has(path))
  if (gone.length === 0) return new Map()
  const added = [...after.files.keys()].filter((path) => !before.files.has(path))
  const [old, fresh] = [await idsOf(before, gone), await idsOf(after, added)]
  const free = new Map<string, string[]>()
  for (const [path, id] of fresh) free.set(id, [...(free.get(id) ?? []), path])
  return new Map(
    [...old].flatMap(([path, id]) => {
      const to = free.get(id)?.shift()
      return to === undefined ? [] : [[path, to] as const]
    }),
  )
}

async function idsOf(snapshot: Snapshot, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const known = paths.flatMap((path) => {
    const id = snapshot.files.get(path)?.id
    return id ? [[path, id] as const] : []
  })
  const named = new Set(known.map(([path]) => path))
  const read = await snapshot.read(paths.filter((path) => !named.has(path)))
  const found = [...read].flatMap(([path, content]) => ('id' in content ? [[path, content.id] as const] : []))
  return new Map([...known, ...found])
}

/** True when two snapshots hold the same at and below all of some paths, which `hookPaths` gave. */
export function sameBelow(paths: readonly string[], a: OpenSnapshot, b: OpenSnapshot): boolean {
  return listing(a, paths) === listing(b, paths)
}

function listing({ files, oddPaths = [] }: OpenSnapshot, paths: readonly string[]): string {
  const isBelow = testSpecs(paths)
  return JSON.stringify([
    [...files.values()].filter(({ path }) => isBelow(path)).map(({ path, id, mode }) => [path, id, mode]),
    oddPaths.filter(isBelow),
  ])
}
