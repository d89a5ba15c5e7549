import type { ChangeSet } from '../core/migration.ts'
import type { Snapshot } from '../core/snapshot.ts'
import type { PlannedFile, WritePlan } from '../core/write-plan.ts'
import type { PlannedRun } from '../engine/migrations/vet-plan.ts'
import type { Expected } from '../fs/write-plan.ts'
import { plannedBytes } from './last-run.ts'

/** Files that are written together: all of them, or none. */
export type Group = { readonly plan: WritePlan; readonly derived: boolean }

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
