import { constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from './atomic-write.ts'
import { errorCode, type FsPort } from './fs-port.ts'

/** The folder of a file below a root, so that what is done in it is done in it, whatever its path leads to by then. */
export type PinnedFolder = {
  /** Only until it is closed, and only for this process. */
  readonly path: string
  readonly close: () => void
}

type Pinning = {
  readonly fs: FsPort
  /** Folders that are missing are made. */
  readonly make: boolean
}

/** Linux gives a path to every open folder; elsewhere the path itself has to do, and is looked at again before a rename. */
const OPEN_FOLDERS = '/proc/self/fd'

let canPin: boolean | undefined

/**
 * Goes from a root to a folder below it (`''` for the root), one name at a time and through no symbolic link. Null when it
 * is not there, and is not to be made. Throws the failed call's own error.
 */
export function pinFolder(root: string, folder: string, pinning: Pinning): PinnedFolder | null {
  canPin ??= process.platform === 'linux' && existsSync(OPEN_FOLDERS)
  const names = folder === '' ? [] : folder.split('/')
  return canPin ? pinOpen(root, names, pinning) : pinByPath(root, names, pinning)
}

function pinOpen(root: string, names: readonly string[], { fs, make }: Pinning): PinnedFolder | null {
  let handle = fs.openSync(root, FOLDER)
  try {
    for (const name of names) {
      const next = openNext(`${OPEN_FOLDERS}/${handle}`, name, { fs, make })
      const done = handle
      handle = next ?? NONE
      fs.closeSync(done)
      if (next === null) return null
    }
    const pinned = handle
    handle = NONE
    return { path: `${OPEN_FOLDERS}/${pinned}`, close: () => fs.closeSync(pinned) }
  } finally {
    if (handle !== NONE) fs.closeSync(handle)
  }
}

const NONE = -1
const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0)

function openNext(parent: string, name: string, { fs, make }: Pinning): number | null {
  const path = `${parent}/${name}`
  const open = (): number => fs.openSync(path, FOLDER | constants.O_NOFOLLOW)
  try {
    return open()
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    if (!make) return null
  }
  fs.mkdirSync(path)
  syncFolder(parent, fs)
  return open()
}

function pinByPath(root: string, names: readonly string[], { fs, make }: Pinning): PinnedFolder | null {
  let at = root
  for (const name of names) {
    const parent = at
    at = join(at, name)
    const stats = fs.lstatSync(at, { throwIfNoEntry: false })
    if (stats?.isDirectory()) continue
    if (stats) throw Object.assign(new Error('not a directory'), { code: 'ENOTDIR' })
    if (!make) return null
    fs.mkdirSync(at)
    syncFolder(parent, fs)
  }
  return { path: at, close: () => undefined }
}
