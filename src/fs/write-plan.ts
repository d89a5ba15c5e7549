import { dirname, posix } from 'node:path'
import { folderOf } from '../core/path.ts'
import type { MovingPlan, PlannedOrMoved } from '../core/write-plan.ts'
import { errorCode, type FsPort, type NewFile, NODE_FS, replaceFile, syncFolder } from './atomic-write.ts'
import { constants } from './gate.ts'
import { resolveInside } from './paths.ts'
import { type PinnedFolder, pinFolder } from './pinned-folder.ts'

/** The outcome of a plan. A refused file is as it was, unless its reason says otherwise. */
export type WriteResult = {
  readonly written: readonly string[]
  readonly refused: readonly WriteRefusal[]
}

/** Why one path was left as it was. */
export type WriteRefusal = {
  readonly path: string
  readonly reason: string
  /** The code of the disk's failure (`ENOSPC`), where it was one. */
  readonly code?: string
}

/** The bytes that each file must have now (the target of a symlink); null for a file that must not exist. */
export type Expected = ReadonlyMap<string, Uint8Array | null>

/** How a plan is carried out. */
export type Writing = WriteHow & {
  /** Where unfinished files lie: a folder that git does not look at, so that a killed run leaves no file to commit. */
  readonly scratch?: string | undefined
}

type WriteHow = {
  readonly fs?: FsPort
  /** False where a power loss may lose the new content, because it can be made again. */
  readonly durable?: boolean
  /** False where the caller syncs the folders of written files later, all at once. */
  readonly folders?: boolean
  /** Called just before each file is written: a reason to leave it as it is, or null. */
  readonly confirm?: (path: string) => string | null
}

/** The reason for a file that changed after the plan was made. */
export const CHANGED = 'it was changed meanwhile'

/** The mode of a new executable file. */
const EXECUTABLE = 0o755

/**
 * Carries out a write plan below a root, file by file: each ends up with its old or its new bytes, whole. A file that
 * no longer has the expected bytes is left alone. New content is written first, and files are deleted only when all
 * of it was written: a move that fails leaves the original. Failures of the disk do not throw; they are reasons.
 */
export function applyWritePlan(
  root: string,
  plan: MovingPlan,
  expected: Expected,
  { fs = NODE_FS, scratch, durable = true, folders = durable, confirm = () => null }: Writing = {},
): WriteResult {
  const written: string[] = []
  const refused: WriteRefusal[] = []
  const carryOut = (path: string, planned: PlannedOrMoved): void => {
    const before = expected.get(path) ?? null
    const moved = planned.kind === 'move' ? (expected.get(planned.from) ?? null) : null
    const fault = applyOne({ root, path, planned, before, moved, fs, scratch, durable, folders, confirm })
    if (fault === null) written.push(path)
    else refused.push({ path, ...(typeof fault === 'string' ? { reason: fault } : fault) })
  }
  const files = [...plan]
  for (const [path, planned] of files) if (planned.kind !== 'delete') carryOut(path, planned)
  const deletions = files.filter(([, planned]) => planned.kind === 'delete')
  if (refused.length > 0) {
    const reason = 'it was not deleted, because another file of the plan could not be written'
    return { written, refused: [...refused, ...deletions.map(([path]) => ({ path, reason }))] }
  }
  for (const [path, planned] of deletions) carryOut(path, planned)
  return { written, refused }
}

type OneWrite = Required<WriteHow> & {
  readonly root: string
  readonly path: string
  readonly planned: PlannedOrMoved
  readonly before: Uint8Array | null
  /** The bytes of the file that is moved here. */
  readonly moved: Uint8Array | null
  readonly scratch: string | undefined
}

/** Null when done, else why not. */
function applyOne(one: OneWrite): string | null | { readonly reason: string; readonly code: string } {
  const { root, path, planned, before, fs } = one
  if (planned.kind === 'link' && leavesRoot(path, planned.target)) return "the symlink's target is outside"
  const guarded = resolveInside(root, path, { linkItself: true, fs })
  if ('refused' in guarded) return guarded.refused
  try {
    const pinned = pinFolder(root, folderOf(path), { fs, make: planned.kind !== 'delete' && before === null })
    if (pinned === null) return before === null ? null : CHANGED
    try {
      return applyIn(pinned, one)
    } finally {
      pinned.close()
    }
  } catch (error) {
    const code = errorCode(error)
    return { reason: `it could not be written safely (${code})`, code }
  }
}

/** Writes in the folder of the path, which stays the same folder even when its path leads elsewhere meanwhile. */
function applyIn(pinned: PinnedFolder, one: OneWrite): string | null {
  const { path, planned, before, fs } = one
  const target = `${pinned.path}/${posix.basename(path)}`
  // Checked at the start, to avoid work in vain, and again at the last moment.
  if (!hasBytes(target, before, fs)) return inTheWay(target, before, fs) ?? CHANGED
  const confirm = (): string | null =>
    one.confirm(path) ?? movedAway(pinned, one) ?? (hasBytes(target, before, fs) ? null : CHANGED)
  if (planned.kind === 'delete') return before === null ? null : (confirm() ?? deleteFile(target, fs))
  if (planned.kind === 'move') return moveHere(target, planned.from, { ...one, confirm })
  return replaceFile(target, newFile(target, planned, fs), {
    fs,
    confirm,
    scratch: one.scratch,
    durable: one.durable,
    folder: one.folders,
  })
}

/** In one step, so that the file is at one of the two paths at any moment. */
function moveHere(target: string, from: string, one: OneWrite): string | null {
  const { root, path, moved, fs, durable, confirm } = one
  const guarded = resolveInside(root, from, { fs })
  if ('refused' in guarded) return guarded.refused
  const pinned = moved && pinFolder(root, folderOf(from), { fs, make: false })
  if (!pinned) return CHANGED
  try {
    const source = `${pinned.path}/${posix.basename(from)}`
    const refused = confirm(path) ?? (hasBytes(source, moved, fs) ? null : CHANGED)
    if (refused !== null) return refused
    fs.renameSync(source, target)
    if (durable) for (const folder of [dirname(target), dirname(source)]) syncFolder(folder, fs)
    return null
  } finally {
    pinned.close()
  }
}

/** Anything but a file or symlink where a new file is planned: it was not "changed meanwhile". */
function inTheWay(path: string, before: Uint8Array | null, fs: FsPort): string | null {
  const stats = before === null ? fs.lstatSync(path, { throwIfNoEntry: false }) : undefined
  if (!stats || stats.isFile() || stats.isSymbolicLink()) return null
  return `${stats.isDirectory() ? 'a directory' : 'something other than a file'} is in its place`
}

/** Null while the path leads to the folder that it led to at the start. */
function movedAway(pinned: PinnedFolder, { root, path, fs }: OneWrite): string | null {
  const again = resolveInside(root, path, { linkItself: true, fs })
  if ('refused' in again) return again.refused
  const there = fs.lstatSync(dirname(again.path))
  const here = fs.lstatSync(`${pinned.path}/.`)
  return there.ino === here.ino && there.dev === here.dev ? null : CHANGED
}

function newFile(
  path: string,
  planned: Exclude<PlannedOrMoved, { kind: 'delete' | 'move' }>,
  fs: FsPort,
): NewFile {
  if (planned.kind === 'link') return { target: planned.target }
  const stats = fs.lstatSync(path, { throwIfNoEntry: false })
  const mode = stats?.isFile() ? stats.mode : planned.executable ? EXECUTABLE : null
  return { bytes: Buffer.from(planned.text, 'utf8'), mode }
}

function deleteFile(path: string, fs: FsPort): null {
  fs.unlinkSync(path)
  syncFolder(dirname(path), fs)
  return null
}

/** True when the path holds exactly these bytes now; null means that it must not exist. */
function hasBytes(path: string, bytes: Uint8Array | null, fs: FsPort): boolean {
  const stats = fs.lstatSync(path, { throwIfNoEntry: false })
  if (!stats) return bytes === null
  if (bytes === null) return false
  if (stats.isSymbolicLink()) return sameBytes(fs.readlinkSync(path, { encoding: 'buffer' }), bytes)
  return stats.isFile() && stats.size === bytes.length && sameBytes(readUnfollowed(path, fs), bytes)
}

/** A symlink that appears just now is not followed. */
function readUnfollowed(path: string, fs: FsPort): Uint8Array {
  const handle = fs.openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    return fs.readFileSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}

function leavesRoot(path: string, target: string): boolean {
  if (target === '' || target.includes('\0') || target.includes('\\') || /^(?:\/|[A-Za-z]:)/.test(target))
    return true
  const lands = posix.normalize(posix.join(posix.dirname(path), target))
  return lands === '..' || lands.startsWith('../')
}
