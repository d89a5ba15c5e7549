import type { FileContent, Snapshot, SnapshotFile } from './snapshot.ts'
import { compareText } from './text.ts'

/** What becomes of one path: new text, a symbolic link, or nothing. */
export type PlannedFile =
  /** `executable` is for a file that is new; one that is there keeps its mode. */
  | { readonly kind: 'text'; readonly text: string; readonly executable?: boolean }
  | { readonly kind: 'link'; readonly target: string }
  /** `keepCopy`: bytes of it that the last commit does not have are kept in git's directory first, and the path is said. */
  | { readonly kind: 'delete'; readonly keepCopy?: true }

/** The only form of a write: path → what it becomes. An empty plan means that nothing needs to be written. */
export type WritePlan = ReadonlyMap<string, PlannedFile>

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
