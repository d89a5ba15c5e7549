import { compareText } from './edit.ts'
import type { FileContent, Snapshot } from './snapshot.ts'
import type { SnapshotFile } from './snapshot-file.ts'
import type { WritePlan } from './write-plan.ts'

/** A snapshot as it would be after a write plan: what is to be written can be checked before it is. */
export function overlay(snapshot: Snapshot, plan: WritePlan): Snapshot {
  const files = new Map(snapshot.files)
  for (const [path, planned] of plan) {
    if (planned.kind === 'delete') files.delete(path)
    else files.set(path, { path, id: null, mode: planned.kind === 'link' ? 'link' : 'file' })
  }
  return {
    ...(snapshot.stored && { stored: true }),
    label: `${snapshot.label} with planned writes`,
    files: sorted(files),
    read: async (paths) => {
      const below = await snapshot.read(paths.filter((path) => !plan.has(path)))
      return new Map([...below, ...paths.flatMap((path) => planned(plan, path))])
    },
  }
}

function planned(plan: WritePlan, path: string): [string, FileContent][] {
  const file = plan.get(path)
  if (!file) return []
  if (file.kind === 'delete') return [[path, { failure: 'no such file' }]]
  const text = file.kind === 'text' ? file.text : file.target
  return [[path, { bytes: new TextEncoder().encode(text), id: `planned:${text.length}:${text}` }]]
}

function sorted(files: Map<string, SnapshotFile>): Map<string, SnapshotFile> {
  return new Map([...files].sort(([a], [b]) => compareText(a, b)))
}
