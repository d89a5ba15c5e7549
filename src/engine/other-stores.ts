import { testPlaces } from '../core/places.ts'
import type { FileListing } from '../core/snapshot.ts'

/** Stores of memory that no layout reads, by the files that show them. */
const STORES: readonly (readonly [what: string, places: readonly string[]])[] = [
  ["an agent's memory", ['memory.md', '.*/memory.md', 'heartbeat.md', '**/memory-bank/*.md']],
]

/** A file of another tool, and what it is. */
export type OtherStore = { readonly path: string; readonly what: string }

/** The file that comes nearest to memory in a repository where no layout has any: what it is, and where. */
export function nearestStore(files: FileListing): OtherStore | null {
  for (const [what, places] of STORES) {
    const isPlace = testPlaces(places)
    for (const path of files.keys()) if (isPlace(path)) return { path, what }
  }
  return null
}
