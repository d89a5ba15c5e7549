import { join } from 'node:path'
import { debuglog } from 'node:util'
import { replaceFile } from './atomic-write.ts'
import * as fs from './gate.ts'

/** A folder of files that can be lost at any time. No call here throws, and no path leaves the folder. */
export type CacheFolder = {
  /** Null when absent, not a regular file, over `mostBytes`, or unreadable. */
  read(name: string, mostBytes: number): Buffer | null
  /** The first bytes of a file that has at least so many; else as `read`. */
  head(name: string, bytes: number): Buffer | null
  /** Replaces a file whole; false when that failed. */
  write(name: string, bytes: Uint8Array): boolean
  /** Appends to a file that exists, in one write; false when that failed. */
  append(name: string, bytes: Uint8Array): boolean
  /** Regular files, newest first. */
  list(): readonly { readonly name: string; readonly ageMs: number }[]
  remove(name: string): void
}

/** Messages with `NODE_DEBUG=memkeep`. */
const debug = debuglog('memkeep')

/** The folder `memkeep` in git's own directory; made on the first write. Never reached through a symlink. */
export function cacheFolder(commonDir: string): CacheFolder {
  const folder = join(commonDir, 'memkeep')
  const quietly = <T>(what: string, fallback: T, run: () => T): T => {
    try {
      return run()
    } catch (error) {
      debug('cache: %s: %s', what, error)
      return fallback
    }
  }
  const open = (name: string, read: Read): Buffer | null =>
    quietly('read', null, () => (isFolder(folder) ? readRegular(join(folder, name), read) : null))
  return {
    read: (name, mostBytes) => open(name, (file, size) => (size <= mostBytes ? fs.readFileSync(file) : null)),
    head: (name, bytes) => open(name, (file, size) => (size >= bytes ? readHead(file, bytes) : null)),
    write: (name, bytes) =>
      quietly('write', false, () => {
        if (!fs.existsSync(folder)) fs.mkdirSync(folder)
        if (!isFolder(folder)) return false
        return replaceFile(join(folder, name), { bytes, mode: null }, { durable: false }) === null
      }),
    append: (name, bytes) =>
      quietly('append', false, () => isFolder(folder) && appendRegular(join(folder, name), bytes)),
    list: () => quietly('list', [], () => (isFolder(folder) ? filesIn(folder) : [])),
    remove: (name) => quietly('remove', undefined, () => fs.unlinkSync(join(folder, name))),
  }
}

function isFolder(path: string): boolean {
  return fs.lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

const FLAGS = fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0)

/** Reads from an open file of that size; null when it is not wanted. */
type Read = (file: number, size: number) => Buffer | null

function readRegular(path: string, read: Read): Buffer | null {
  if (!fs.lstatSync(path, { throwIfNoEntry: false })?.isFile()) return null
  const file = fs.openSync(path, FLAGS)
  try {
    const stats = fs.fstatSync(file)
    return stats.isFile() ? read(file, stats.size) : null
  } finally {
    fs.closeSync(file)
  }
}

function readHead(file: number, bytes: number): Buffer | null {
  const head = Buffer.alloc(bytes)
  return fs.readSync(file, head, 0, bytes, 0) === bytes ? head : null
}

/** As for reading: opening a FIFO that no process reads would block. */
const APPEND =
  fs.constants.O_WRONLY |
  fs.constants.O_APPEND |
  (fs.constants.O_NOFOLLOW ?? 0) |
  (fs.constants.O_NONBLOCK ?? 0)

function appendRegular(path: string, bytes: Uint8Array): boolean {
  const file = fs.openSync(path, APPEND)
  try {
    return fs.fstatSync(file).isFile() && fs.writeSync(file, bytes) === bytes.length
  } finally {
    fs.closeSync(file)
  }
}

function filesIn(folder: string): { name: string; ageMs: number }[] {
  const now = Date.now()
  return fs
    .readdirSync(folder)
    .flatMap((name) => {
      const stats = fs.lstatSync(join(folder, name), { throwIfNoEntry: false })
      return stats?.isFile() ? [{ name, ageMs: now - stats.mtimeMs }] : []
    })
    .sort((a, b) => a.ageMs - b.ageMs)
}
