import { join } from 'node:path'
import { UserError } from '../core/errors.ts'
import { safeText } from '../core/safe-text.ts'
import { errorCode, type FsPort, NODE_FS } from './fs-port.ts'

/**
 * A folder of memkeep's own, made where it is not there yet: `names` below a directory that is. Throws `UserError` when it
 * cannot be had, or is reached through a link: then it is somewhere else.
 */
export function ownFolder(base: string, names: readonly string[], fs: FsPort = NODE_FS): string {
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
    return stats ? 'something else stands there' : `it cannot be made (${errorCode(error)})`
  }
}

function quietStats(path: string, fs: FsPort): ReturnType<FsPort['lstatSync']> | undefined {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
