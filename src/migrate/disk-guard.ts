import { join } from 'node:path'
import type { Planning } from '../engine/migrations/planning.ts'
import { resolveInside } from '../fs/paths.ts'
import { kindAt } from '../fs/stat.ts'

/**
 * Says why nothing may be written at a path: it leads out of the repository or into git's own directory, or what is on
 * disk is not what the snapshot has. `putBack` are files that are still to be put back as the snapshot has them.
 */
export function diskGuard(root: string, putBack: { has(path: string): boolean }): Planning['guard'] {
  return (path, isThere) => {
    const guarded = resolveInside(root, path, { linkItself: true })
    if ('refused' in guarded) return guarded.refused
    if (putBack.has(path)) return null
    const isOnDisk = kindAt(join(root, path)) !== 'nothing'
    if (isOnDisk === isThere) return null
    return isOnDisk ? 'something that git does not see is there already' : 'it is left out of the work tree'
  }
}
