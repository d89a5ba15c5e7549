import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { safeText, UserError } from '../core/messages.ts'
import { foldedPath, folderOf } from '../core/path.ts'
import type { FileContent, FileMode } from '../core/snapshot.ts'
import { errorCode, type FsPort, NODE_FS } from './atomic-write.ts'
import { constants, lstatSync, type Stats, statSync } from './gate.ts'
import { realPath, resolveInside } from './paths.ts'

/** True when the path exists, also for a broken symlink. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

/** True when a directory is there and can be looked at. */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** What is at a path; a symlink is not followed. */
type KindAt = 'directory' | 'link' | 'other' | 'nothing'

/** Looks at a path. Throws `UserError` when that fails: unreadable does not count as missing. */
export function kindAt(path: string): KindAt {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (!stats) return 'nothing'
    return stats.isDirectory() ? 'directory' : stats.isSymbolicLink() ? 'link' : 'other'
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOTDIR') return 'nothing'
    throw new UserError(
      `${safeText(path)} cannot be looked at (${code})`,
      'Make the folders above it readable, or run elsewhere.',
      error,
    )
  }
}

/**
 * The mode of each path below a root: null when git would track no file there, because it is gone, is a directory, a
 * FIFO or a device, or lies behind a symlink.
 */
export function diskModes(root: string, paths: readonly string[]): ReadonlyMap<string, FileMode | null> {
  const realFolders = new Map<string, boolean>([['', true]])
  const isReal = (folder: string): boolean => {
    const known = realFolders.get(folder)
    if (known !== undefined) return known
    const real = isReal(folderOf(folder)) && look(join(root, folder))?.isDirectory() === true
    realFolders.set(folder, real)
    return real
  }
  return new Map(paths.map((path) => [path, isReal(folderOf(path)) ? modeOf(look(join(root, path))) : null]))
}

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function modeOf(stats: Stats | undefined): FileMode | null {
  if (!stats) return null
  if (stats.isSymbolicLink()) return 'link'
  if (!stats.isFile()) return null
  return (stats.mode & 0o100) === 0 ? 'file' : 'executable'
}

/**
 * True when paths of a repository, relative to its top level, and all above them are plain directories or missing: no
 * symlink, no file, and no nested repository. Throws `UserError` when one cannot be looked at.
 */
export function arePlainFolders(top: string, folders: readonly string[]): boolean {
  const seen = new Set(folders.flatMap(withParentFolders))
  return [...seen].every((folder) => {
    const kind = kindAt(join(top, folder))
    return kind === 'nothing' || (kind === 'directory' && kindAt(join(top, folder, '.git')) === 'nothing')
  })
}

/** When a file was last changed, in UTC with milliseconds; null when it cannot be looked at. A symlink is not followed. */
export function changeTime(path: string): string | null {
  return look(path)?.mtime.toISOString() ?? null
}

/** A directory and all above it, up to the top level, the outermost first. */
export function withParentFolders(folder: string): string[] {
  const names = folder.split('/')
  return names.map((_, i) => names.slice(0, i + 1).join('/'))
}

/**
 * Says what blocks the place of a file that the project's listing does not have: a directory or device, a symlink or
 * file above it, or a file that git does not look at, as in a nested repository. Null when the place is free. No
 * symlink is followed. Throws `UserError` when it cannot be looked at.
 */
export function obstacleAt(root: string, path: string): string | null {
  const names = path.split('/')
  for (const [i] of names.entries()) {
    const at = join(root, ...names.slice(0, i + 1))
    const kind = kindAt(at)
    if (kind === 'nothing') return null
    const isLast = i === names.length - 1
    if (kind === 'directory' && !isLast) continue
    const above = isLast ? 'there' : `at ${names.slice(0, i + 1).join('/')}, above it`
    const what = kind === 'directory' ? 'a directory' : kind === 'link' ? 'a symlink' : nameOf(at)
    return `${what} is ${above}`
  }
  return null
}

function nameOf(path: string): string {
  const stats: Stats | undefined = lstatSync(path, { throwIfNoEntry: false })
  if (stats?.isFile()) return 'a file that git ignores, or that belongs to a nested repository,'
  return stats?.isFIFO() ? 'a FIFO' : 'something that is no file'
}

/** Files over 4 MiB are not read: four times the largest file that is checked. */
const MAX_FILE_BYTES = 4 * 1024 * 1024

/** After so many files the event loop gets a turn. */
const BREATH = 64

/**
 * Reads files below a root. A symlink gives its target's text and is never followed. Anything but regular files and
 * symlinks, and files over 4 MiB, give a failure. Ids are git's blob ids of the very bytes that were read.
 */
export async function readFiles(
  root: string,
  paths: readonly string[],
  { format = 'sha1', fs = NODE_FS }: { readonly format?: ObjectFormat; readonly fs?: FsPort } = {},
): Promise<ReadonlyMap<string, FileContent>> {
  const contents = new Map<string, FileContent>()
  const reading = { root, realRoot: realPath(root), look: lookOnce(fs), format, fs }
  for (const [i, path] of paths.entries()) {
    if (i % BREATH === BREATH - 1) await new Promise((resolve) => setImmediate(resolve))
    contents.set(path, readOne(path, reading))
  }
  return contents
}

type Look = (path: string) => Stats

/** Files lie in few folders, so each folder is looked at once per call. */
function lookOnce(fs: FsPort): Look {
  const seen = new Map<string, Stats>()
  return (path) => {
    const stats = seen.get(path) ?? fs.lstatSync(path)
    seen.set(path, stats)
    return stats
  }
}

type Reading = {
  readonly root: string
  readonly realRoot: string
  readonly look: Look
  readonly format: ObjectFormat
  readonly fs: FsPort
}

function readOne(path: string, { root, realRoot, look, format, fs }: Reading): FileContent {
  const guarded = resolveInside(root, path, { purpose: 'read', linkItself: true, fs: { lstatSync: look } })
  if ('refused' in guarded) return { failure: guarded.refused }
  try {
    const read = look(guarded.path).isSymbolicLink()
      ? readLink(guarded.path, fs)
      : readRegular(guarded.path, join(realRoot, path), fs)
    return 'failure' in read ? read : identified(read.bytes, format)
  } catch (error) {
    return { failure: reasonOf(error) }
  }
}

/** Its id is found when it is asked for: a search reads texts and asks for none, and loading a hash takes milliseconds. */
function identified(
  bytes: Uint8Array,
  format: ObjectFormat,
): { readonly bytes: Uint8Array; readonly id: string } {
  let id: string | undefined
  return {
    bytes,
    get id() {
      id ??= blobId(bytes, format)
      return id
    },
  }
}

type Read = { readonly bytes: Uint8Array } | { readonly failure: string }

function readLink(path: string, fs: FsPort): Read {
  const target = fs.readlinkSync(path, { encoding: 'buffer' })
  // Git stores a symlink's target with `/` on every system.
  if (process.platform !== 'win32') return { bytes: target }
  return { bytes: Buffer.from(target.toString('utf8').replaceAll('\\', '/')) }
}

/** Opening a FIFO does not block, and a symlink that appeared just now is not followed. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

function readRegular(path: string, named: string, fs: FsPort): Read {
  const file = fs.openSync(path, FLAGS)
  try {
    const stats = fs.fstatSync(file)
    if (!isStillAtPath(file, named, fs)) return { failure: 'it was moved while it was read' }
    if (!stats.isFile())
      return { failure: stats.isDirectory() ? 'it is a directory' : 'it is not a regular file' }
    if (stats.size > MAX_FILE_BYTES) {
      return { failure: `it is too large to read (${stats.size} bytes, the limit is ${MAX_FILE_BYTES})` }
    }
    return { bytes: fs.readFileSync(file) }
  } finally {
    fs.closeSync(file)
  }
}

function reasonOf(error: unknown): string {
  const code = errorCode(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'no such file'
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read'
  if (code === 'ELOOP') return 'it is a symlink'
  return `it cannot be read (${code})`
}

/**
 * False when an open file lies elsewhere than its path says: a folder on the way just became a symlink. Only Linux
 * reports where an open file lies; elsewhere this is always true.
 */
function isStillAtPath(handle: number, realPath: string, fs: FsPort): boolean {
  if (process.platform !== 'linux') return true
  try {
    const found = fs.readlinkSync(`/proc/self/fd/${handle}`, 'utf8')
    return [realPath, `${realPath}${REPLACED}`].some(
      (path) => path === found || foldedPath(path) === foldedPath(found),
    )
  } catch (error) {
    return errorCode(error) === 'ENOENT'
  }
}

/** Another file has replaced it meanwhile: what was opened is still whole. */
const REPLACED = ' (deleted)'

/** The hash by which a repository names its objects. */
export type ObjectFormat = 'sha1' | 'sha256'

/** The id that git gives to these bytes as a blob, in hex. */
export function blobId(bytes: Uint8Array, format: ObjectFormat = 'sha1'): string {
  return createHash(format).update(`blob ${bytes.byteLength}\0`).update(bytes).digest('hex')
}
