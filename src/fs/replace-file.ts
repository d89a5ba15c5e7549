import { dirname } from 'node:path'
import { errorCode, type FsPort, NODE_FS } from './fs-port.ts'
import { temporaryName } from './temporary-name.ts'
import { writeWhole } from './write-whole.ts'

/** What a file is to become: bytes with the permissions of the file it replaces (null: those of a new file), or a link. */
export type NewFile =
  | { readonly bytes: Uint8Array; readonly mode: number | null }
  | { readonly target: string }

export type ReplaceOptions = {
  readonly fs?: FsPort
  /** Survives a power loss; off for what can be made again. On by default. */
  readonly durable?: boolean
  /** False where the caller syncs the folder later: after a power loss the old file may be there, whole. */
  readonly folder?: boolean
  /** Asked last, just before the file is replaced: a reason to leave it as it is, or null. */
  readonly confirm?: () => string | null
  readonly retry?: RenameRetry
  /** Where the unfinished file lies, if that is the same file system; else beside the target. */
  readonly scratch?: string | undefined
}

/** On Windows a virus scanner or an editor may hold the file for a moment. */
type RenameRetry = { readonly times: number; readonly pause: (attempt: number) => void }

/**
 * Puts new content at a path in one step: whoever looks sees the old file or the new one, whole, and on any failure
 * the old one stays. Returns the reason that `confirm` gave, else null. Throws the failed call's own error.
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
    if (refused === null) renameWithPatience(fs, { from: temporary, to: path }, retry)
  } catch (error) {
    removeUnfinished(fs, temporary)
    throw error
  }
  if (refused !== null) removeUnfinished(fs, temporary)
  else if (folder) syncFolder(dirname(path), fs)
  return refused
}

/** Makes a rename or a deletion in a folder survive a power loss, where the system can do that for folders. */
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
  const beside = dirname(path)
  if (scratch === undefined) return beside
  const device = (folder: string): number | undefined =>
    fs.lstatSync(`${folder}/.`, { throwIfNoEntry: false })?.dev
  return device(scratch) === device(beside) ? scratch : beside
}

/** Renames a file, and tries again where another program holds it. Throws the last error. */
export function renameWithPatience(
  fs: FsPort,
  { from, to }: { from: string; to: string },
  retry: RenameRetry,
): void {
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

/** How patient a rename is on this system. */
export function systemRetry(): RenameRetry {
  if (process.platform !== 'win32') return { times: 0, pause: () => undefined }
  const cell = new Int32Array(new SharedArrayBuffer(4))
  return { times: 10, pause: (attempt) => Atomics.wait(cell, 0, 0, 10 * attempt) }
}

/** Takes away what was not finished, if it is there. */
export function removeUnfinished(fs: Pick<FsPort, 'unlinkSync'>, path: string): void {
  try {
    fs.unlinkSync(path)
  } catch {
    // It was never made, or cannot be removed: the first error is the one to tell.
  }
}
