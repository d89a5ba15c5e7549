import { dirname } from 'node:path'
import { UserError } from '../core/errors.ts'
import { safeText } from '../core/safe-text.ts'
import { errorCode, type FsPort, NODE_FS } from './fs-port.ts'
import { resolveInside } from './path-guard.ts'
import { syncFolder } from './replace-file.ts'

/**
 * Makes what was renamed in the folders of some paths below a root survive a power loss, each folder once. Throws
 * `UserError` when the disk does not take it.
 */
export function syncFoldersOf(root: string, paths: readonly string[], fs: FsPort = NODE_FS): void {
  for (const folder of new Set(paths.map((path) => dirname(path)))) {
    const guarded = folder === '.' ? { path: root } : resolveInside(root, folder, { fs })
    if ('path' in guarded) sync(guarded.path, fs)
  }
}

function sync(folder: string, fs: FsPort): void {
  try {
    if (fs.lstatSync(folder, { throwIfNoEntry: false })) syncFolder(folder, fs)
  } catch (cause) {
    throw new UserError(
      `${safeText(folder)} could not be synced (${errorCode(cause)}): the disk may be failing`,
      'What was written is there, and may be gone after a power loss: run the command again.',
      cause,
    )
  }
}
