import type { LayoutPaths } from '../../core/layout.ts'
import { folderOf } from '../../core/path.ts'
import { claimByName } from '../../core/places.ts'

/** Serena keeps a project's memories here, in folders that are topics. */
const PLACES: readonly string[] = ['**/.serena/memories/**/*.md']

const MEMORY = /^((?:.*\/)?\.serena\/memories)\/(.+)\.md$/i

/** Claims Markdown below `.serena/memories`. */
export const serenaPaths: LayoutPaths = {
  id: 'serena',
  settings: { schemas: {} },
  signature: 'file below .serena/memories',
  places: () => PLACES,
  yields: true,
  claim: claimByName((path) => (nameOf(path) === null ? null : 'serena-memory')),
  parts: { of: memoriesOf, area: memoriesOf },
}

/** The name by which Serena knows a memory: `auth/login`; null for another path. */
export function nameOf(path: string): string | null {
  return MEMORY.exec(path)?.[2] ?? null
}

/** The folder of all memories of a project; of another path its own folder. */
export function memoriesOf(path: string): string {
  return MEMORY.exec(path)?.[1] ?? folderOf(path)
}
