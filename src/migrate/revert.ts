import { UserError } from '../core/errors.ts'
import type { PlannedFile } from '../core/write-plan.ts'
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
} from '../fs/undo-record.ts'
import { applyWritePlan, type WriteResult } from '../fs/write-plan.ts'
import { assertRepository, openProject, writingIn } from '../snapshot/project.ts'
import { bytesIn, restoringWrite } from './last-run.ts'

/** One run of `memkeep migrate --revert`. */
type RevertOptions = {
  readonly cwd: string
  readonly onProgress?: (done: number, total: number) => void
  readonly fs?: FsPort
}

/**
 * Reverts the last run: every file that is as that run left it gets its earlier content, and what it created is
 * deleted. A file that was edited since is left, and named. Throws `UserError` where no run is known.
 */
export async function runRevert({ cwd, onProgress, fs = NODE_FS }: RevertOptions): Promise<WriteResult> {
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
  const results = restoreAll(back, { root, fs, scratch: writingIn(project).scratch, onProgress })
  const written = results.flatMap((result) => result.written)
  const refused = [...edited, ...results.flatMap((result) => result.refused)]
  removeMadeFolders(root, record.folders)
  const left = new Set(refused.map(({ path }) => path))
  const entries = record.entries.filter(({ path }) => left.has(path))
  if (entries.length === 0) removeUndoRecord(gitDir, fs)
  else saveUndoRecord(gitDir, { ...record, done: true, entries }, fs)
  return { written, refused }
}

type Seen = { readonly entry: UndoEntry; readonly state: PathState | string }
type Place = {
  readonly root: string
  readonly fs: FsPort
  readonly scratch: string | undefined
  readonly onProgress: RevertOptions['onProgress'] | undefined
}

/** From the last file to the first: deleted files are restored before the files that took their text. */
function restoreAll(back: readonly Seen[], { root, fs, scratch, onProgress }: Place): readonly WriteResult[] {
  const failed = new Set<number>()
  return back.map(({ entry: { path, before, group }, state }, i) => {
    onProgress?.(i, back.length)
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
