import type { Claim } from '../../core/layout.ts'
import { folderOf } from '../../core/path.ts'
import { belowForeignFolder } from '../../core/places.ts'
import type { FileMode } from '../../core/snapshot.ts'

const PLACES: readonly string[] = ['**/memory-bank/**/*.md']

const FILE = /^((?:.*\/)?memory-bank)\/(.+)\.md$/i

/** Folders of files that show what a memory bank looks like. */
const ELSEWHERE = belowForeignFolder('commands', 'prompts', 'skills')

/** The files that agents have to keep, by what their names are without case and separators, in reading order. */
export const CORE: ReadonlyMap<string, string> = new Map([
  ['projectbrief', 'projectbrief.md'],
  ['productcontext', 'productContext.md'],
  ['activecontext', 'activeContext.md'],
  ['systempatterns', 'systemPatterns.md'],
  ['techcontext', 'techContext.md'],
  ['progress', 'progress.md'],
])

/** Patterns of every file of a memory bank. */
export function places(): readonly string[] {
  return PLACES
}

/** Claims Markdown in and below `memory-bank`; the scope is the folder. */
export function claim(path: string, mode: FileMode): Claim | null {
  const name = FILE.exec(path)?.[2]
  if ((mode !== 'file' && mode !== 'executable') || name === undefined || ELSEWHERE.test(path)) return null
  const scope = folderOf(path)
  if (CORE.has(coreName(name))) return { kind: 'bank-core', scope }
  return { kind: name.includes('/') ? 'bank-topic' : 'bank-file', scope }
}

/** The name of a file of a memory bank, with the folders below it and without `.md`; null for another path. */
export function nameOf(path: string): string | null {
  return FILE.exec(path)?.[2] ?? null
}

/** `projectBrief` and `project-brief` are one name. */
export function coreName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '')
}

/** The folder of a memory bank; of another path its own folder. */
export function bankOf(path: string): string {
  return FILE.exec(path)?.[1] ?? folderOf(path)
}
