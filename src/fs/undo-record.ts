import { join } from 'node:path'
import { safeText, UserError } from '../core/messages.ts'
import { errorCode, type FsPort, NODE_FS, replaceFile, syncParents } from './atomic-write.ts'
import { resolveInside } from './paths.ts'
import { blobId } from './read-files.ts'

/** One file of a run: its state before, and the state that the run leaves. */
export type UndoEntry = EntryFacts & { readonly before: PathState }

type EntryFacts = {
  readonly path: string
  /** The id (`stateId`) of the state that the run found, where an unfinished run before it had written the file. */
  readonly found: string
  /** The id of the state that the run leaves. */
  readonly after: string
  /** Entries of one group belong together, and are written in the order of the record. */
  readonly group: number
  /** It is derived from other files. */
  readonly derived: boolean
}

/** What is needed to revert a run, or to know how far it came. */
export type UndoRecord = {
  /** The run was finished. */
  readonly done: boolean
  readonly entries: readonly UndoEntry[]
  /** Directories that the run made, relative to the root. */
  readonly folders: readonly string[]
}

type StoredState = { readonly kind: string; readonly base64?: string; readonly executable?: boolean }
type StoredEntry = EntryFacts & { readonly before: StoredState }

const VERSION = 1

/**
 * Writes the record into git's own directory, in one step, so that it survives a power loss. Throws `UserError` when
 * it cannot be written.
 */
export function saveUndoRecord(gitDir: string, record: UndoRecord, fs: FsPort = NODE_FS): void {
  const folder = folderIn(gitDir)
  try {
    for (const at of [join(gitDir, 'memkeep'), folder]) {
      if (!fs.lstatSync(at, { throwIfNoEntry: false })?.isDirectory()) fs.mkdirSync(at)
    }
    const entries = record.entries.map((entry): StoredEntry => ({ ...entry, before: toStored(entry.before) }))
    const text = JSON.stringify({ version: VERSION, ...record, entries })
    replaceFile(join(folder, FILE), { bytes: Buffer.from(text), mode: null }, { fs })
    syncParents(folder, fs)
  } catch (cause) {
    throw new UserError(
      `no record of the run can be kept in ${safeText(folder)} (${errorCode(cause)})`,
      'Make that directory writable: without the record the run could not be reverted.',
      cause,
    )
  }
}

/** The record of the last run; null when there is none. Throws `UserError` for one that cannot be read. */
export function readUndoRecord(gitDir: string, fs: FsPort = NODE_FS): UndoRecord | null {
  const path = join(folderIn(gitDir), FILE)
  try {
    if (!fs.lstatSync(path, { throwIfNoEntry: false })) return null
    return fromStored(JSON.parse(fs.readFileSync(path, 'utf8')))
  } catch (cause) {
    throw new UserError(
      `the record of the last run, ${safeText(path)}, cannot be read`,
      'Delete it to go on without: that run can then not be reverted.',
      cause,
    )
  }
}

/** Removes the record of the last run. */
export function removeUndoRecord(gitDir: string, fs: FsPort = NODE_FS): void {
  const path = join(folderIn(gitDir), FILE)
  if (fs.lstatSync(path, { throwIfNoEntry: false })) fs.unlinkSync(path)
}

const FILE = 'record.json'

function folderIn(gitDir: string): string {
  return join(gitDir, 'memkeep', 'migrate')
}

function toStored(state: PathState): StoredState {
  if (state.kind === 'nothing') return state
  const { bytes, ...rest } = state
  return { ...rest, base64: Buffer.from(bytes).toString('base64') }
}

function fromStored(stored: {
  readonly version: number
  readonly done: boolean
  readonly entries: readonly StoredEntry[]
  readonly folders: readonly string[]
}): UndoRecord {
  if (stored.version !== VERSION) throw new Error(`version ${stored.version}`)
  const { done, folders } = stored
  return {
    done,
    folders,
    entries: stored.entries.map((entry) => ({ ...entry, before: toState(entry.before) })),
  }
}

function toState({ kind, base64 = '', executable = false }: StoredState): PathState {
  const bytes = Buffer.from(base64, 'base64')
  if (kind === 'nothing') return { kind }
  if (kind === 'link') return { kind, bytes }
  if (kind === 'file') return { kind, bytes, executable }
  throw new Error(`state ${kind}`)
}

/** What is at a path, whole. */
export type PathState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly executable: boolean }
  | { readonly kind: 'link'; readonly bytes: Uint8Array }

/**
 * Looks at a path below a root. A text says why that failed: the path lies behind a symlink, is a directory, or may
 * not be read.
 */
export function pathState(root: string, path: string, fs: FsPort = NODE_FS): PathState | string {
  const guarded = resolveInside(root, path, { linkItself: true, fs })
  if ('refused' in guarded) return guarded.refused
  try {
    const stats = fs.lstatSync(guarded.path, { throwIfNoEntry: false })
    if (!stats) return { kind: 'nothing' }
    if (stats.isSymbolicLink()) {
      return { kind: 'link', bytes: fs.readlinkSync(guarded.path, { encoding: 'buffer' }) }
    }
    if (!stats.isFile()) return 'it is no regular file'
    const executable = (stats.mode & 0o111) !== 0
    return { kind: 'file', bytes: fs.readFileSync(guarded.path), executable }
  } catch (error) {
    return `it cannot be looked at (${errorCode(error)})`
  }
}

/** An id for a state: files with the same bytes have the same one, with any permissions. */
export function stateId(state: PathState): string {
  return state.kind === 'nothing' ? 'nothing' : `${state.kind} ${blobId(state.bytes)}`
}
