import { testPlaces } from '../core/places.ts'
import type { FileListing } from '../core/snapshot.ts'

/** Files of agents' memory that no layout reads. */
const isStore = testPlaces(['memory.md', '.*/memory.md', 'heartbeat.md', '**/memory-bank/*.md'])

/** The file that comes nearest to memory in a repository where no layout has any; null for none. */
export function nearestStore(files: FileListing): string | null {
  for (const path of files.keys()) if (isStore(path)) return path
  return null
}
