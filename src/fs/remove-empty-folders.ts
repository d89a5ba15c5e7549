import { rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { resolveInside } from './path-guard.ts'

/** Removes a folder below a root if it is empty, and then those above it that have become empty; never the root. */
export function removeEmptyFolders(root: string, path: string): void {
  for (let at = path; at !== '.' && at !== ''; at = dirname(at)) {
    if ('refused' in resolveInside(root, at)) return
    try {
      rmdirSync(join(root, at))
    } catch {
      return
    }
  }
}
