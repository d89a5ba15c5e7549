import type { Snapshot } from '../core/snapshot.ts'
import type { PlannedFile, WritePlan } from '../core/write-plan.ts'
import type { PlannedRun } from '../engine/migrations/planning.ts'
import type { Expected } from '../fs/write-plan.ts'
import { plannedBytes } from './planned-state.ts'

/** A run without the files that come out as they are: two migrations may have taken each other's changes back. */
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
