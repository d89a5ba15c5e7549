import { HOOK_NAMES, MANAGER_FILES, SHIM_START } from '../core/installed.ts'
import { safePath } from '../core/safe-text.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { textOfBytes } from '../snapshot/text-of-bytes.ts'

const NAMES: ReadonlySet<string> = new Set(HOOK_NAMES)
const MANAGERS: ReadonlySet<string> = new Set(MANAGER_FILES)

/**
 * What CI can say of hooks, since it knows no clone: the files of the base by which git gets to memkeep, and which the head
 * has no longer, or without memkeep. Nothing where memkeep came to other files instead.
 */
export async function lostHooks(before: Snapshot | null, after: Snapshot): Promise<readonly string[]> {
  const had = before === null ? [] : await withMemkeep(before)
  if (had.length === 0) return []
  const has = await withMemkeep(after)
  const lost = had.filter((path) => !has.includes(path))
  const isMoved = has.some((path) => !had.includes(path))
  if (lost.length === 0 || isMoved) return []
  return [`memkeep is gone from ${lost.map(safePath).join(', ')}: clones commit memory without these checks`]
}

function mayCall(path: string): boolean {
  return MANAGERS.has(path) || NAMES.has(path.slice(path.lastIndexOf('/') + 1))
}

async function withMemkeep(snapshot: Snapshot): Promise<string[]> {
  const contents = await snapshot.read([...snapshot.files.keys()].filter(mayCall))
  return [...contents].flatMap(([path, content]) =>
    'bytes' in content && textOfBytes(content.bytes).includes(SHIM_START) ? [path] : [],
  )
}
