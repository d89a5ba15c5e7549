import { type FileContent, type Snapshot, type SnapshotFile, withChanges } from './snapshot.ts'

/** What becomes of one path: new text, a symlink, or nothing. */
export type PlannedFile =
  /** `executable` is for a file that is new; one that is there keeps its mode. */
  | { readonly kind: 'text'; readonly text: string; readonly executable?: boolean }
  | { readonly kind: 'link'; readonly target: string }
  /** `keepCopy`: bytes of it that the last commit does not have are kept in git's directory first, and the answer names the path. */
  | { readonly kind: 'delete'; readonly keepCopy?: true }

/** The only form of a write: path → what it becomes. An empty plan means that nothing needs to be written. */
export type WritePlan = ReadonlyMap<string, PlannedFile>

/** The text of a file before a write and after it; null where there is none. */
export type PlannedText = {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/** Another file as it is, bytes and mode: it is at that path no more. For what cannot be read as text. */
export type PlannedOrMoved = PlannedFile | { readonly kind: 'move'; readonly from: string }

/** A write plan that may also move files without reading them. */
export type MovingPlan = ReadonlyMap<string, PlannedOrMoved>

/** Every path that a plan writes to or takes a file from. */
export function plannedPaths(plan: MovingPlan): readonly string[] {
  return [...plan].flatMap(([path, file]) => (file.kind === 'move' ? [path, file.from] : [path]))
}

/**
 * A snapshot as it would be after a write plan: what is to be written can be checked before it is. Of the new files, git ignores
 * those that are named; a file that is there stays ignored.
 */
export function overlay(
  snapshot: Snapshot,
  plan: MovingPlan,
  isIgnored: (path: string) => boolean = () => false,
): Snapshot {
  const changes = new Map<string, SnapshotFile | null>()
  for (const [path, planned] of plan) {
    const ignored = (snapshot.files.get(path)?.ignored || isIgnored(path)) && { ignored: true as const }
    if (planned.kind === 'delete') changes.set(path, null)
    else if (planned.kind === 'move') {
      const mode = snapshot.files.get(planned.from)?.mode ?? 'file'
      changes.set(planned.from, null)
      changes.set(path, { path, id: null, mode, ...ignored })
    } else changes.set(path, { path, id: null, mode: planned.kind === 'link' ? 'link' : 'file', ...ignored })
  }
  const gone = new Set(plannedPaths(plan))
  return {
    ...(snapshot.stored && { stored: true }),
    label: `${snapshot.label} with planned writes`,
    files: withChanges(snapshot.files, changes),
    read: async (paths) => {
      const sources = paths.flatMap((path) => sourceOf(plan, path) ?? (gone.has(path) ? [] : [path]))
      const below = await snapshot.read(sources)
      return new Map(
        paths.map((path) => {
          const source = sourceOf(plan, path)
          const content = source === null ? planned(plan, path) : null
          return [path, content ?? below.get(source ?? path) ?? NO_FILE] as const
        }),
      )
    },
  }
}

const NO_FILE: FileContent = { failure: 'no such file' }

/** Where the bytes of a moved file are now; null for any other. */
function sourceOf(plan: MovingPlan, path: string): string | null {
  const file = plan.get(path)
  return file?.kind === 'move' ? file.from : null
}

/** What a plan writes to a path; null where it says nothing of it. */
function planned(plan: MovingPlan, path: string): FileContent | null {
  const file = plan.get(path)
  if (!file || file.kind === 'move') return null
  if (file.kind === 'delete') return NO_FILE
  const text = file.kind === 'text' ? file.text : file.target
  return { bytes: new TextEncoder().encode(text), id: `planned:${text.length}:${text}` }
}
