import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { safeText, UserError } from '../core/messages.ts'
import { errorCode, type FsPort, NODE_FS, writeWhole } from './atomic-write.ts'
import { constants } from './gate.ts'
import { isThere } from './read-files.ts'
import { sweepFolder } from './sweep.ts'

/** A directory tree whose files are locked: `gitDir` is its work tree's own part of git's directory. */
type Tree = { readonly root: string; readonly gitDir: string | null }

/** Without git, files of ours lie in here. */
const FOLDER = '.memkeep'

/**
 * Where the lock of something in a work tree lies: in git's directory, where git sees nothing; without git in `.memkeep` at
 * the root, which a later git ignores. Its folder is made, and swept. Throws `UserError` when it cannot be had.
 */
export function lockFile({ root, gitDir }: Tree, scope: string, fs: FsPort = NODE_FS): string {
  const base = gitDir ?? ignoredFolder(root, fs)
  const folder = ensureOwnFolder(base, ['memkeep', 'locks'], fs)
  sweepFolder(folder, fs)
  return join(folder, `${createHash('sha256').update(scope).digest('hex').slice(0, 24)}.lock`)
}

function ignoredFolder(root: string, fs: FsPort): string {
  const folder = ensureOwnFolder(root, [FOLDER], fs)
  const rules = join(folder, '.gitignore')
  try {
    writeWhole(rules, { bytes: Buffer.from('*\n'), mode: null }, { fs, durable: false })
  } catch {
    // It is there, or the lock itself will not be made either.
  }
  return folder
}

/**
 * memkeep's own folder, made where it is missing: `names` below a directory that exists. Throws `UserError` when it
 * cannot be made, or is reached through a symlink: then it lies elsewhere.
 */
function ensureOwnFolder(base: string, names: readonly string[], fs: FsPort = NODE_FS): string {
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
    const kind = quietKind(path, fs)
    if (kind === 'directory') return null
    return kind ? 'something else is there' : `it cannot be made (${errorCode(error)})`
  }
}

function quietKind(path: string, fs: FsPort): 'directory' | 'other' | null {
  try {
    const stats = fs.lstatSync(path, { throwIfNoEntry: false })
    if (!stats) return null
    return stats.isDirectory() ? 'directory' : 'other'
  } catch {
    return null
  }
}

/** Codes of failures that say that there can be no write, whatever is written. */
const NO_WRITE: readonly string[] = ['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT']

/** True for the code of a failure that leaves the memory readable and lets nothing be written. */
export function isNoWrite(code: string): boolean {
  return NO_WRITE.includes(code)
}

/** Why nothing can be written below some roots, or no lock taken, as far as permissions say; null where nothing speaks against it. */
export function writeObstacle(
  { root, gitDir }: { readonly root: string; readonly gitDir: string | null },
  roots: readonly string[],
  fs: FsPort = NODE_FS,
): string | null {
  const locks = join(gitDir ?? join(root, '.memkeep'), 'memkeep', 'locks')
  for (const [what, path] of [
    ...roots.map((one) => [one, join(root, one)] as const),
    ['the folder of its locks', locks] as const,
  ]) {
    let at = path
    while (!isThere(at) && dirname(at) !== at) at = dirname(at)
    try {
      fs.accessSync(at, constants.W_OK)
    } catch (error) {
      return `${what} cannot be written to (${errorCode(error)})`
    }
  }
  return null
}
