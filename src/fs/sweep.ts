import { join, posix } from 'node:path'
import { type FsPort, NODE_FS, temporaryMaker } from './atomic-write.ts'
import { lstatSync, mkdirSync } from './gate.ts'
import { processView } from './lock-owner.ts'
import { pinFolder } from './pinned-folder.ts'

/** A younger file may belong to a process of another container, whose number is unknown here. */
const ABANDONED_MS = 600_000

/** The files by which a process may end a dead owner's lock: `NAME.lock.TOKEN.N`. */
const RIGHT = /^(.+\.lock)\.([0-9a-f]{32})\.\d+$/

/**
 * Removes from a folder what killed processes left: temporary files, and rights to locks that are gone. Only files
 * older than ten minutes whose process has ended. Never throws.
 */
export function sweepFolder(folder: string, fs: FsPort = NODE_FS): void {
  quietly(() => {
    for (const name of fs.readdirSync(folder)) quietly(() => sweepOne(folder, name, fs))
  })
}

function sweepOne(folder: string, name: string, fs: FsPort): void {
  const right = RIGHT.exec(name)
  const maker = temporaryMaker(name)
  if (!right && maker === null) return
  const path = join(folder, name)
  const stats = fs.lstatSync(path)
  if (stats.isDirectory() || Date.now() - stats.mtimeMs < ABANDONED_MS) return
  if (maker !== null && processView().exists(maker)) return
  // While the lock is held with this token, the right to end it counts.
  if (right && textOf(join(folder, right[1] ?? ''), fs).includes(right[2] ?? '')) return
  fs.unlinkSync(path)
}

function textOf(path: string, fs: FsPort): string {
  return fs.lstatSync(path, { throwIfNoEntry: false }) ? fs.readFileSync(path, 'utf8') : ''
}

function quietly(run: () => void): void {
  try {
    run()
  } catch {
    // A file that cannot be removed stays: it does no harm.
  }
}

/** Sweeps the folders of some paths below a root, where unfinished files lie next to their targets. Never throws. */
export function sweepTargetFolders(root: string, paths: readonly string[], fs: FsPort = NODE_FS): void {
  for (const folder of new Set(paths.map((path) => posix.dirname(path)))) {
    try {
      const pinned = pinFolder(root, folder === '.' ? '' : folder, { fs, make: false })
      if (!pinned) continue
      sweepFolder(pinned.path, fs)
      pinned.close()
    } catch {
      // The write that follows reports a folder that cannot be opened.
    }
  }
}

/**
 * The folder for unfinished files in git's own directory, cleared of what killed runs left. Undefined when it cannot
 * be made: then unfinished files lie next to their targets.
 */
export function scratchFolder(gitDir: string): string | undefined {
  const folder = join(gitDir, 'memkeep', 'tmp')
  try {
    mkdirSync(folder, { recursive: true })
    if (!lstatSync(join(gitDir, 'memkeep')).isDirectory() || !lstatSync(folder).isDirectory())
      return undefined
    sweepFolder(folder)
    return folder
  } catch {
    return undefined
  }
}
