import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type FsPort, NODE_FS, writeWhole } from './atomic-write.ts'
import { ensureOwnFolder } from './own-folder.ts'
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
