import { isUtf8 } from 'node:buffer'
import { UserError } from '../core/messages.ts'
import type { PlannedFile, WritePlan } from '../core/write-plan.ts'
import { publishStep } from '../engine/progress.ts'
import { type FsPort, NODE_FS } from '../fs/atomic-write.ts'
import { removeMadeFolders } from '../fs/folders.ts'
import {
  type PathState,
  pathState,
  readUndoRecord,
  removeUndoRecord,
  saveUndoRecord,
  stateId,
  type UndoEntry,
  type UndoRecord,
} from '../fs/undo-record.ts'
import { applyWritePlan, type Expected, type WriteResult } from '../fs/write-plan.ts'
import { assertRepository, openProject, writingIn } from '../snapshot/project.ts'

/** How far an unfinished run came; all empty for a finished one. */
export type LastRun = {
  /** Files that are as it left them: the next record keeps their earlier states. */
  readonly carried: ReadonlyMap<string, UndoEntry>
  /** Files of groups that it began and did not finish, with their earlier states: they are put back first. */
  readonly putBack: { readonly plan: WritePlan; readonly expected: Expected }
  /** Derived files that it did not reach. */
  readonly owed: ReadonlySet<string>
  readonly folders: readonly string[]
}

/** Reads what an unfinished run left behind. */
export function readLastRun(root: string, record: UndoRecord | null, fs: FsPort): LastRun {
  const entries = record && !record.done ? record.entries : []
  const seen = entries.map((entry) => look(root, entry, fs))
  const begun = byGroup(seen).filter(isHalf).flat()
  const isBegun = new Set(begun.map(({ entry }) => entry.path))
  const kept = seen.filter(({ entry, at }) => at === 'after' && !isBegun.has(entry.path))
  const owed = seen.filter(({ entry, at }) => entry.derived && at !== 'after')
  return {
    carried: new Map(kept.map(({ entry }) => [entry.path, entry])),
    putBack: puttingBack(begun),
    owed: new Set(owed.map(({ entry }) => entry.path)),
    folders: entries.length > 0 ? (record?.folders ?? []) : [],
  }
}

/** A file of the record, and the recorded state that it is in now. */
type Seen = {
  readonly entry: UndoEntry
  readonly at: 'before' | 'found' | 'after' | 'elsewhere'
  readonly state: PathState | null
}

function look(root: string, entry: UndoEntry, fs: FsPort): Seen {
  const state = pathState(root, entry.path, fs)
  if (typeof state === 'string') return { entry, at: 'elsewhere', state: null }
  const id = stateId(state)
  if (id === entry.after) return { entry, at: 'after', state }
  if (id === stateId(entry.before)) return { entry, at: 'before', state }
  return { entry, at: id === entry.found ? 'found' : 'elsewhere', state }
}

function byGroup(seen: readonly Seen[]): readonly (readonly Seen[])[] {
  const groups = new Map<number, Seen[]>()
  for (const one of seen) {
    const group = groups.get(one.entry.group)
    if (group) group.push(one)
    else groups.set(one.entry.group, [one])
  }
  return [...groups.values()]
}

/**
 * A group is written in order: some files at its start are new and all others old. Any other mixture was edited
 * since, and stays.
 */
function isHalf(group: readonly Seen[]): boolean {
  const first = group.findIndex(({ at }) => at !== 'after')
  return first > 0 && group.slice(first).every(({ at }) => at === 'before' || at === 'found')
}

function puttingBack(begun: readonly Seen[]): LastRun['putBack'] {
  const plan = new Map<string, PlannedFile>()
  const expected = new Map<string, Uint8Array | null>()
  for (const { entry, at, state } of begun) {
    const file = restoringWrite(entry.before)
    if (at === 'before' || !file || !state) continue
    plan.set(entry.path, file)
    expected.set(entry.path, bytesIn(state))
  }
  return { plan, expected }
}

/** The id of the state that a write leaves. */
export function plannedId(file: PlannedFile): string {
  const bytes = plannedBytes(file)
  if (bytes === null) return stateId({ kind: 'nothing' })
  return stateId(file.kind === 'link' ? { kind: 'link', bytes } : { kind: 'file', bytes, executable: false })
}

/** The bytes that a write leaves, for a symlink its target; null for a deletion, and where no write is planned. */
export function plannedBytes(file: PlannedFile | undefined): Uint8Array | null {
  if (!file || file.kind === 'delete') return null
  return Buffer.from(file.kind === 'link' ? file.target : file.text)
}

/** The write that restores a state; null for bytes that are not text. */
export function restoringWrite(state: PathState): PlannedFile | null {
  if (state.kind === 'nothing') return { kind: 'delete' }
  if (!isUtf8(state.bytes)) return null
  const text = Buffer.from(state.bytes).toString('utf8')
  return state.kind === 'link'
    ? { kind: 'link', target: text }
    : { kind: 'text', text, executable: state.executable }
}

/** The bytes of a state, as a write expects them. */
export function bytesIn(state: PathState): Uint8Array | null {
  return state.kind === 'nothing' ? null : state.bytes
}

/** One run of `memkeep migrate --revert`. */
type RevertOptions = {
  readonly cwd: string
  readonly fs?: FsPort
}

/**
 * Reverts the last run: every file that is as that run left it gets its earlier content, and what it created is
 * deleted. A file that was edited since is left, and named. Throws `UserError` where no run is known.
 */
export async function runRevert({ cwd, fs = NODE_FS }: RevertOptions): Promise<WriteResult> {
  const project = await openProject(cwd)
  const { gitDir } = assertRepository(project, 'migrate')
  const record = readUndoRecord(gitDir, fs)
  if (!record)
    throw new UserError('there is no run to revert', 'Only the last run of this work tree is kept.')
  const { root } = project
  const seen = record.entries.map((entry) => ({ entry, state: pathState(root, entry.path, fs) }))
  const edited = seen.flatMap(({ entry, state }) => {
    const reason = reasonToLeave(entry, state)
    return reason === null ? [] : [{ path: entry.path, reason }]
  })
  const back = seen.filter(({ entry, state }) => isToRestore(entry, state)).reverse()
  const results = restoreAll(back, { root, fs, scratch: writingIn(project).scratch })
  const written = results.flatMap((result) => result.written)
  const refused = [...edited, ...results.flatMap((result) => result.refused)]
  removeMadeFolders(root, record.folders)
  const left = new Set(refused.map(({ path }) => path))
  const entries = record.entries.filter(({ path }) => left.has(path))
  if (entries.length === 0) removeUndoRecord(gitDir, fs)
  else saveUndoRecord(gitDir, { ...record, done: true, entries }, fs)
  return { written, refused }
}

type Restored = { readonly entry: UndoEntry; readonly state: PathState | string }
type Place = {
  readonly root: string
  readonly fs: FsPort
  readonly scratch: string | undefined
}

/** From the last file to the first: deleted files are restored before the files that took their text. */
function restoreAll(back: readonly Restored[], { root, fs, scratch }: Place): readonly WriteResult[] {
  const failed = new Set<number>()
  return back.map(({ entry: { path, before, group }, state }) => {
    publishStep('files restored', 1, back.length)
    if (failed.has(group)) {
      return { written: [], refused: [{ path, reason: 'a file that belongs to it could not be restored' }] }
    }
    const file = restoringWrite(before)
    const plan = new Map<string, PlannedFile>(file ? [[path, file]] : [])
    const expected = new Map([[path, typeof state === 'string' ? null : bytesIn(state)]])
    const result = applyWritePlan(root, plan, expected, { scratch, fs })
    if (result.refused.length > 0) failed.add(group)
    return result
  })
}

function isToRestore(entry: UndoEntry, state: PathState | string): boolean {
  if (typeof state === 'string') return false
  const id = stateId(state)
  return id !== stateId(entry.before) && (id === entry.after || id === entry.found)
}

/** A file in its earlier state needs no change. */
function reasonToLeave(entry: UndoEntry, state: PathState | string): string | null {
  if (typeof state === 'string') return state
  const isKnown = [entry.after, entry.found, stateId(entry.before)].includes(stateId(state))
  return isKnown ? null : 'it was edited since'
}
