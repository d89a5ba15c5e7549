import type { Claim } from '../../core/layout.ts'
import { folderOf } from '../../core/path.ts'
import type { FileMode } from '../../core/snapshot.ts'

/** Serena keeps a project's memories here, in folders that are topics. */
const PLACES: readonly string[] = ['**/.serena/memories/**/*.md']

const MEMORY = /^((?:.*\/)?\.serena\/memories)\/(.+)\.md$/i

/** Patterns of every memory. */
export function places(): readonly string[] {
  return PLACES
}

/** Claims Markdown below `.serena/memories`; the scope is the folder. */
export function claim(path: string, mode: FileMode): Claim | null {
  if ((mode !== 'file' && mode !== 'executable') || nameOf(path) === null) return null
  return { kind: 'serena-memory', scope: folderOf(path) }
}

/** The name by which Serena knows a memory: `auth/login`; null for another path. */
export function nameOf(path: string): string | null {
  return MEMORY.exec(path)?.[2] ?? null
}

/** The folder of all memories of a project; of another path its own folder. */
export function memoriesOf(path: string): string {
  return MEMORY.exec(path)?.[1] ?? folderOf(path)
}
