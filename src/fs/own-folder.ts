import { join } from 'node:path'
import { UserError } from '../core/errors.ts'
import { safeText } from '../core/safe-text.ts'
import { errorCode, type FsPort, NODE_FS } from './atomic-write.ts'

/**
 * memkeep's own folder, made where it is missing: `names` below a directory that exists. Throws `UserError` when it
 * cannot be made, or is reached through a symlink: then it lies elsewhere.
 */
export function ensureOwnFolder(base: string, names: readonly string[], fs: FsPort = NODE_FS): string {
  let at = base
  for (const name of names) {
    at = join(at, name)
    const kind = made(at, fs)
    if (kind !== null) {
      throw new UserError(
        `memkeep cannot have its own folder ${safeText(at)}: ${kind}`,
        'Make room for it: what is saved is locked there.',
      )
    }
  }
  return at
}

/** Null when a directory is there now, else why not. */
function made(path: string, fs: FsPort): string | null {
  try {
    fs.mkdirSync(path)
    return null
  } catch (error) {
    const stats = quietStats(path, fs)
    if (stats?.isDirectory()) return null
    return stats ? 'something else is there' : `it cannot be made (${errorCode(error)})`
  }
}

function quietStats(path: string, fs: FsPort): ReturnType<FsPort['lstatSync']> | undefined {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
