import { createHash } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { join } from 'node:path'
import type { FileContent } from '../core/snapshot.ts'
import { errorCode, type FsPort, NODE_FS } from './fs-port.ts'
import { realPath, resolveInside } from './paths.ts'

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
      (path) => path === found || folded(path) === folded(found),
    )
  } catch (error) {
    return errorCode(error) === 'ENOENT'
  }
}

/** Another file has replaced it meanwhile: what was opened is still whole. */
const REPLACED = ' (deleted)'

/** Some file systems report a name in the form in which it was first asked for. */
function folded(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/** The hash by which a repository names its objects. */
export type ObjectFormat = 'sha1' | 'sha256'

/** The id that git gives to these bytes as a blob, in hex. */
export function blobId(bytes: Uint8Array, format: ObjectFormat = 'sha1'): string {
  return createHash(format).update(`blob ${bytes.byteLength}\0`).update(bytes).digest('hex')
}
