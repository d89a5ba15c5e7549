import { join } from 'node:path'
import type { ChangeSet } from '../core/migration.ts'
import type { Snapshot } from '../core/snapshot.ts'
import type { PlannedFile, WritePlan } from '../core/write-plan.ts'
import { leftToo, type PlannedRun, type Refused, refusedTogether } from '../engine/migrations/vet-plan.ts'
import { publishStep } from '../engine/progress.ts'
import type { FsPort } from '../fs/atomic-write.ts'
import { syncFoldersOf } from '../fs/folders.ts'
import { isThere } from '../fs/read-files.ts'
import { type PathState, pathState, saveUndoRecord, stateId, type UndoEntry } from '../fs/undo-record.ts'
import { applyWritePlan, type Expected, type WriteResult } from '../fs/write-plan.ts'
import { bytesIn, type LastRun, plannedBytes, plannedId, restoringWrite } from './last-run.ts'

/** Files that are written together: all of them, or none. */
type Group = { readonly plan: WritePlan; readonly derived: boolean }

/**
 * Splits what a run writes into groups: files that share a set of changes, through any number of migrations, and each
 * derived file alone, last. In every group deletions come last.
 */
export function groupsOf({ migrations, plan, rebuilt }: PlannedRun): readonly Group[] {
  const leaders = leadersOf(migrations.flatMap(({ sets }) => sets))
  const groups = new Map<string, string[]>()
  for (const path of plan.keys()) {
    const leader = leaderOf(leaders, path)
    groups.set(leader, [...(groups.get(leader) ?? []), path])
  }
  const own = [...groups.values()].map((paths) => ({ plan: deletionsLast(paths, plan), derived: false }))
  const last = [...rebuilt].map((one) => ({ plan: new Map([one]), derived: true }))
  return [...own, ...last]
}

/** By path: another path of the same group, up to the group's leader, which has none. */
function leadersOf(sets: readonly ChangeSet[]): ReadonlyMap<string, string> {
  const leaders = new Map<string, string>()
  for (const set of sets) {
    const [first, ...rest] = set.map(({ path }) => leaderOf(leaders, path))
    for (const other of rest) if (first !== undefined && other !== first) leaders.set(other, first)
  }
  return leaders
}

function leaderOf(leaders: ReadonlyMap<string, string>, path: string): string {
  let at = path
  for (let next = leaders.get(at); next !== undefined; next = leaders.get(at)) at = next
  return at
}

function deletionsLast(paths: readonly string[], plan: WritePlan): WritePlan {
  const files = paths.flatMap((path) => {
    const file = plan.get(path)
    return file ? [[path, file] as const] : []
  })
  const isDeletion = ([, { kind }]: (typeof files)[number]): boolean => kind === 'delete'
  return new Map([...files.filter((one) => !isDeletion(one)), ...files.filter(isDeletion)])
}

/** A run without the files that end unchanged: two migrations may undo each other's changes. */
export function realChanges(run: PlannedRun, snapshot: Snapshot, before: Expected): PlannedRun {
  const real = (plan: WritePlan): WritePlan =>
    new Map([...plan].filter(([path, file]) => !isSame(file, { path, snapshot, before })))
  return { ...run, plan: real(run.plan), rebuilt: real(run.rebuilt) }
}

type Present = { readonly path: string; readonly snapshot: Snapshot; readonly before: Expected }

function isSame(file: PlannedFile, { path, snapshot, before }: Present): boolean {
  const [old, now] = [before.get(path) ?? null, plannedBytes(file)]
  if (old === null || now === null) return old === now
  const isLink = snapshot.files.get(path)?.mode === 'link'
  return isLink === (file.kind === 'link') && Buffer.compare(old, now) === 0
}

/** The groups to write, and where. */
export type Writing = {
  readonly root: string
  readonly gitDir: string
  readonly groups: readonly Group[]
  /** The bytes that the groups were planned on. */
  readonly expected: Expected
  readonly last: LastRun
  readonly scratch: string | undefined
  readonly fs: FsPort
}

/**
 * Writes group by group, each whole or not at all. The earlier states are on disk before the first file changes, so a
 * run that is stopped at any point can be finished or reverted. Derived files are written last.
 */
export function writeGroups(writing: Writing): WriteResult {
  const { root, gitDir, last, fs } = writing
  const ready = writing.groups.map((group, i) => prepared(group, i, writing))
  const entries = ready.flatMap((one) => ('entries' in one ? one.entries : []))
  const isNew = new Set(entries.map(({ path }) => path))
  const older = [...last.carried.values()].filter(({ path }) => !isNew.has(path))
  const shifted = older.map((entry) => ({ ...entry, group: entry.group + writing.groups.length }))
  const folders = [...new Set([...last.folders, ...missingFolders(root, entries)])]
  const record = { done: false, entries: [...entries, ...shifted], folders }
  if (record.entries.length > 0) saveUndoRecord(gitDir, record, fs)
  const results: WriteResult[] = []
  for (const one of ready) {
    publishStep('changes written', 1, ready.length)
    results.push('refused' in one ? { written: [], refused: one.refused } : writeOne(one, results, writing))
  }
  const result = joined(results)
  syncFoldersOf(root, result.written, fs)
  if (record.entries.length > 0) saveUndoRecord(gitDir, { ...record, done: true }, fs)
  return result
}

type Ready = {
  readonly group: Group
  readonly entries: readonly UndoEntry[]
  readonly found: ReadonlyMap<string, PathState>
}
type Unready = { readonly refused: readonly Refused[] }

/** Only files whose state can be restored are written. */
function prepared(group: Group, number: number, { root, last, fs, expected }: Writing): Ready | Unready {
  const entries: UndoEntry[] = []
  const found = new Map<string, PathState>()
  for (const [path, file] of group.plan) {
    const state = pathState(root, path, fs)
    if (typeof state === 'string') return refused(group, path, state)
    if (!isExpected(state, expected.get(path) ?? null))
      return refused(group, path, 'it was changed meanwhile')
    const before = last.carried.get(path)?.before ?? state
    found.set(path, state)
    if (!restoringWrite(before) || !restoringWrite(state))
      return refused(group, path, 'what it holds is no text')
    const { derived } = group
    entries.push({ path, before, found: stateId(state), after: plannedId(file), group: number, derived })
  }
  return { group, entries, found }
}

function isExpected(state: PathState, expected: Uint8Array | null): boolean {
  const bytes = bytesIn(state)
  if (bytes === null || expected === null) return bytes === expected
  return Buffer.compare(bytes, expected) === 0
}

function refused({ plan }: Group, path: string, reason: string): Unready {
  return { refused: refusedTogether(path, reason, plan.keys()) }
}

/** A derived file is right only when all of its sources were written. */
function writeOne(ready: Ready, done: readonly WriteResult[], writing: Writing): WriteResult {
  const { group } = ready
  if (group.derived && done.some((result) => result.refused.length > 0)) {
    const reason = 'not all of its sources were written: run `memkeep index`'
    return { written: [], refused: [...group.plan.keys()].map((path) => ({ path, reason })) }
  }
  const { root, expected, scratch, fs } = writing
  // Two files must reach the disk in their order; one alone may be the old one after a power loss.
  const folders = group.plan.size > 1
  const result = applyWritePlan(root, group.plan, expected, { scratch, fs, folders })
  if (result.refused.length === 0 || result.written.length === 0) return result
  return undone(ready, result, writing)
}

/** Puts back what was written of a group that could not be written whole. */
function undone(
  { group, found }: Ready,
  { written, refused }: WriteResult,
  { root, scratch, fs }: Writing,
): WriteResult {
  const back = new Map<string, PlannedFile>()
  const now = new Map<string, Uint8Array | null>()
  for (const path of written) {
    const state = found.get(path)
    const file = state && restoringWrite(state)
    if (file) back.set(path, file)
    now.set(path, plannedBytes(group.plan.get(path)))
  }
  const undo = applyWritePlan(root, back, now, { scratch, fs })
  return { written: [], refused: [...refused, ...leftToo(undo.written), ...undo.refused] }
}

/** Directories that are not there yet. */
function missingFolders(root: string, entries: readonly UndoEntry[]): string[] {
  const created = entries.filter(({ before }) => before.kind === 'nothing')
  const folders = new Set(created.flatMap(({ path }) => foldersAbove(path)))
  return [...folders].filter((folder) => !isThere(join(root, folder)))
}

function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'))
}

function joined(results: readonly WriteResult[]): WriteResult {
  return {
    written: results.flatMap(({ written }) => written),
    refused: results.flatMap((result) => result.refused),
  }
}
