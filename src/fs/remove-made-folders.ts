import { rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { resolveInside } from './path-guard.ts'

/** Removes those of some folders below a root that are empty now, the deepest first; every other stays. */
export function removeMadeFolders(root: string, folders: readonly string[]): void {
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    if ('refused' in resolveInside(root, folder)) continue
    try {
      rmdirSync(join(root, folder))
    } catch {
      // It holds something, or is gone.
    }
  }
}
