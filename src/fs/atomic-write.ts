import { createHash, randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import * as fs from './gate.ts'

/** The calls that reading and writing make, so that a test can make any one of them fail. */
export type FsPort = Pick<
  typeof fs,
  | 'lstatSync'
  | 'readFileSync'
  | 'readlinkSync'
  | 'openSync'
  | 'writeSync'
  | 'fstatSync'
  | 'fsyncSync'
  | 'fchmodSync'
  | 'closeSync'
  | 'renameSync'
  | 'symlinkSync'
  | 'unlinkSync'
  | 'mkdirSync'
  | 'linkSync'
  | 'readdirSync'
  | 'accessSync'
>

/** The real file system. */
export const NODE_FS: FsPort = fs

/** The code of a failed file system call (`ENOENT`); `unknown` for anything else. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
}

/**
 * What a file becomes: bytes with the permissions of the file that it replaces (null: those of a new file), or a
 * symlink.
 */
export type NewFile =
  | { readonly bytes: Uint8Array; readonly mode: number | null }
  | { readonly target: string }

type ReplaceOptions = {
  readonly fs?: FsPort
  /** The file survives a power loss; off for what can be made again. On by default. */
  readonly durable?: boolean
  /** False where the caller syncs the folder later: after a power loss the old file may be there, whole. */
  readonly folder?: boolean
  /** Called last, just before the file is replaced: a reason to leave it as it is, or null. */
  readonly confirm?: () => string | null
  readonly retry?: RenameRetry
  /** Where the unfinished file lies, if that is the same file system; else next to the target. */
  readonly scratch?: string | undefined
}

/** On Windows a virus scanner or an editor may hold the file for a moment. */
type RenameRetry = { readonly times: number; readonly pause: (attempt: number) => void }

/**
 * Puts new content at a path in one step: a reader sees the old file or the new one, whole, and on any failure the
 * old one stays. Returns the reason that `confirm` gave, else null. Throws the failed call's own error.
 */
export function replaceFile(path: string, file: NewFile, options: ReplaceOptions = {}): string | null {
  const { fs = NODE_FS, durable = true, folder = durable } = options
  const { confirm = () => null, retry = systemRetry() } = options
  const temporary = temporaryName(path, scratchFor(path, options.scratch, fs))
  let refused: string | null = null
  try {
    if ('target' in file) fs.symlinkSync(file.target, temporary)
    else writeWhole(temporary, file, { fs, durable })
    refused = confirm()
    if (refused === null) renameWithRetry(fs, { from: temporary, to: path }, retry)
  } catch (error) {
    removeUnfinished(fs, temporary)
    throw error
  }
  if (refused !== null) removeUnfinished(fs, temporary)
  else if (folder) syncFolder(dirname(path), fs)
  return refused
}

/** Makes a rename or a deletion in a folder survive a power loss, where the system syncs folders. */
export function syncFolder(folder: string, fs: FsPort): void {
  let handle: number | undefined
  try {
    handle = fs.openSync(folder, 'r')
    fs.fsyncSync(handle)
  } catch (error) {
    if (!['EPERM', 'EISDIR', 'EINVAL', 'EACCES'].includes(errorCode(error))) throw error
  } finally {
    if (handle !== undefined) fs.closeSync(handle)
  }
}

/** A rename works within one file system only. */
function scratchFor(path: string, scratch: string | undefined, fs: FsPort): string {
  const ownFolder = dirname(path)
  if (scratch === undefined) return ownFolder
  const device = (folder: string): number | undefined =>
    fs.lstatSync(`${folder}/.`, { throwIfNoEntry: false })?.dev
  return device(scratch) === device(ownFolder) ? scratch : ownFolder
}

/** Renames a file, and tries again while another program holds it open. Throws the last error. */
function renameWithRetry(fs: FsPort, { from, to }: { from: string; to: string }, retry: RenameRetry): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      fs.renameSync(from, to)
      return
    } catch (error) {
      if (attempt > retry.times || !['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(error))) throw error
      retry.pause(attempt)
    }
  }
}

/** How often a rename is tried on this system. */
function systemRetry(): RenameRetry {
  if (process.platform !== 'win32') return { times: 0, pause: () => undefined }
  const cell = new Int32Array(new SharedArrayBuffer(4))
  return { times: 10, pause: (attempt) => Atomics.wait(cell, 0, 0, 10 * attempt) }
}

/** Removes the unfinished file, if it is there. */
function removeUnfinished(fs: FsPort, path: string): void {
  try {
    fs.unlinkSync(path)
  } catch {
    // It was never made, or cannot be removed: the first error is the one to report.
  }
}

/** What is written: bytes with a mode, or with that of any new file (null). */
type Whole = { readonly bytes: Uint8Array; readonly mode: number | null }

/** Writes a new file, every byte of it. Throws the failed call's own error, also `EEXIST`. */
export function writeWhole(
  path: string,
  { bytes, mode }: Whole,
  { fs, durable }: { readonly fs: FsPort; readonly durable: boolean },
): void {
  const handle = fs.openSync(path, 'wx', mode === null ? 0o666 : 0o600)
  try {
    writeAll(handle, bytes, { fs, position: null })
    if (mode !== null) fs.fchmodSync(handle, mode & 0o777)
    if (fs.fstatSync(handle).size !== bytes.length) {
      throw Object.assign(new Error('the file has another size than what was written'), { code: 'EIO' })
    }
    if (durable) fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/**
 * Writes all of the bytes at a position or, with null, where the last write ended. One write may take fewer bytes
 * than it was given, and only its result says so: on a full disk, for example.
 */
function writeAll(
  handle: number,
  bytes: Uint8Array,
  { fs, position }: { readonly fs: FsPort; readonly position: number | null },
): void {
  for (let done = 0; done < bytes.length; ) {
    const at = position === null ? null : position + done
    const written = fs.writeSync(handle, bytes, done, bytes.length - done, at)
    if (written <= 0) throw Object.assign(new Error('nothing was written'), { code: 'ENOSPC' })
    done += written
  }
}

/** A file that is written piece by piece, and appears at its path only when it is whole. */
export type LargeFile = {
  readonly append: (bytes: Uint8Array) => void
  /** Writes the beginning anew, as many bytes as it was given first, and puts the file at its path in one step. */
  readonly finish: (beginning: Uint8Array) => void
  /** Discards it: what is at the path stays as it is. */
  readonly abandon: () => void
}

/**
 * Starts a file that is too large for memory, next to its path. What was at the path stays until all of the file is
 * written. Every call throws Node's own error when it fails.
 */
export function startLargeFile(path: string, fs: FsPort = NODE_FS): LargeFile {
  const present = fs.lstatSync(path, { throwIfNoEntry: false })
  if (present && !present.isFile()) {
    // A device or a FIFO would be replaced by a file.
    throw Object.assign(new Error('no regular file'), { code: present.isDirectory() ? 'EISDIR' : 'EINVAL' })
  }
  const temporary = temporaryName(path, dirname(path))
  const handle = fs.openSync(temporary, 'wx', 0o666)
  let size = 0
  let isOpen = true
  const close = (): void => {
    if (!isOpen) return
    isOpen = false
    fs.closeSync(handle)
  }
  return {
    append: (bytes) => {
      writeAll(handle, bytes, { fs, position: null })
      size += bytes.length
    },
    finish: (beginning) => {
      writeAll(handle, beginning, { fs, position: 0 })
      if (fs.fstatSync(handle).size !== size) {
        throw Object.assign(new Error('the file has another size than what was written'), { code: 'EIO' })
      }
      close()
      renameWithRetry(fs, { from: temporary, to: path }, systemRetry())
    },
    abandon: () => {
      close()
      removeUnfinished(fs, temporary)
    },
  }
}

/** Bytes to be kept; an unfinished copy lies in `scratch`, where it is swept. */
type CopiedBytes = {
  readonly bytes: Uint8Array
  readonly fs?: FsPort | undefined
  readonly scratch?: string | undefined
}

/**
 * Keeps bytes under a name made of the file's path and content; the same bytes are kept once. Returns the path of the
 * copy. Throws the file system's own error when they cannot be kept whole.
 */
export function storeCopy(
  folder: string,
  path: string,
  { bytes, fs = NODE_FS, scratch }: CopiedBytes,
): string {
  fs.mkdirSync(folder, { recursive: true })
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const copy = join(folder, `${path.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(-100)}.${hash}`)
  replaceFile(copy, { bytes, mode: null }, { fs, scratch })
  syncParents(folder, fs)
  return copy
}

/** From a folder of ours up to git's directory, or to the root: each may have been made just now. */
const DEPTH = 3

/** Makes the names of a folder of ours, and of those above it, survive a power loss. */
export function syncParents(folder: string, fs: FsPort): void {
  for (let at = folder, i = 0; i < DEPTH; i += 1) {
    at = dirname(at)
    syncFolder(at, fs)
  }
}

/**
 * The temporary name in a folder for a new file: short enough for any file system, hidden, with our process number in
 * it.
 */
export function temporaryName(path: string, folder: string): string {
  const name = [...basename(path)].slice(0, 40).join('')
  return join(folder, `.${name}.${process.pid}.${randomBytes(8).toString('hex')}.tmp`)
}

/** The process that made a temporary file, by the file's name; null for any other file. */
export function temporaryMaker(name: string): number | null {
  const pid = /^\..+\.(\d{1,10})\.[0-9a-f]{16}\.tmp$/s.exec(name)?.[1]
  return pid === undefined ? null : Number(pid)
}
