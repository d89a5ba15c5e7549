import { join } from 'node:path'
import { errorCode, type FsPort, syncFolder } from './atomic-write.ts'
import { constants, existsSync } from './gate.ts'

/**
 * The folder of a file below a root, held open: writes go to this folder even when its path leads elsewhere
 * meanwhile.
 */
export type PinnedFolder = {
  /** Valid until it is closed, and only in this process. */
  readonly path: string
  readonly close: () => void
}

type Pinning = {
  readonly fs: FsPort
  /** Make folders that are missing. */
  readonly make: boolean
}

/** Linux gives a path to every open folder. Elsewhere the path itself is used, and checked again before a rename. */
const OPEN_FOLDERS = '/proc/self/fd'

let canPin: boolean | undefined

/**
 * Goes from a root to a folder below it (`''` for the root), one name at a time and through no symlink. Null when it
 * does not exist and `make` is off. Throws the failed call's own error.
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
