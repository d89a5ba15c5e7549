import type { Claim } from '../../core/layout.ts'
import { folderOf } from '../../core/path.ts'
import type { FileMode } from '../../core/snapshot.ts'

const PLACES: readonly string[] = ['**/.specify/memory/constitution.md']

const CONSTITUTION = /(?:^|\/)\.specify\/memory\/constitution\.md$/i

/** Patterns of every constitution. */
export function places(): readonly string[] {
  return PLACES
}

/** Claims the constitution of a project; `memory/constitution.md` alone may be the template of a tool, and is left alone. */
export function claim(path: string, mode: FileMode): Claim | null {
  if ((mode !== 'file' && mode !== 'executable') || !CONSTITUTION.test(path)) return null
  return { kind: 'constitution', scope: folderOf(path) }
}
