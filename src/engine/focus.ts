import { foldersOf, type Layout, partOf } from '../core/layout.ts'
import { testHeld } from '../core/places.ts'
import type { Settings } from '../core/settings.ts'
import type { Snapshot, SnapshotFile } from '../core/snapshot.ts'
import type { Focus, Matter, Sides, UsedLayouts } from './context.ts'
import { settingsFiles } from './settings/load-settings.ts'

/**
 * The parts of the memory that a change touches; in a merge, compared with any of the parents. Null for all of it: the
 * settings differ, or a file is gone that any document may link to.
 */
export function focusOf({ before, after, merge, changed }: Sides, known: UsedLayouts): Focus | null {
  if (!before) return null
  const others = merge?.others ?? []
  const all = [
    partsBetween({ before, after, changed }, known),
    ...others.map((parent) => partsBetween({ before: parent, after }, known)),
  ]
  if (all.includes(null)) return null
  return (layout) => matterOf(layout, new Set(all.flatMap((one) => [...(one?.get(layout.id) ?? [])])), known)
}

/** The parts that some files belong to, in any layout: every layout is asked about all files of these parts. */
export function focusOnFiles(paths: readonly string[], known: UsedLayouts): Focus {
  const matters = known.layouts.flatMap(
    (layout) => matterOf(layout, partsOf(layout, paths, known.settings), known) ?? [],
  )
  const together: Matter = {
    holds: (path) => matters.some(({ holds }) => holds(path)),
    folders: matters.some(({ folders }) => folders === null)
      ? null
      : matters.flatMap(({ folders }) => folders ?? []),
  }
  return () => together
}

/** Of a layout: what lies in some of its parts; null for none. */
export function matterOf(
  layout: Layout,
  parts: ReadonlySet<string>,
  { settings }: UsedLayouts,
): Matter | null {
  if (parts.size === 0) return null
  const folders = [...parts].flatMap((part) => foldersOf(layout, part, settings))
  return {
    holds: byFolder((path) => parts.has(partOf(layout, path, settings))),
    // The top of the repository is the folder of everything.
    folders: folders.includes('') ? null : folders,
  }
}

/** Files of one folder are of one part. */
function byFolder(ask: (path: string) => boolean): (path: string) => boolean {
  const answers = new Map<string, boolean>()
  return (path) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const known = answers.get(folder)
    if (known !== undefined) return known
    const answer = ask(path)
    answers.set(folder, answer)
    return answer
  }
}

/** The parts of each layout that differ; null when any part may. */
type Parts = ReadonlyMap<string, ReadonlySet<string>>

function partsBetween(
  { before, after, changed = differing(before, after) }: Both,
  { layouts, settings }: UsedLayouts,
): Parts | null {
  if (settingsFiles(settings).some((path) => changed.includes(path))) return null
  for (const path of changed) {
    const was = before.files.get(path)
    if (was && after.files.get(path)?.mode !== was.mode) return null
  }
  return new Map(layouts.map((layout) => [layout.id, partsOf(layout, changed, settings)]))
}

type Both = {
  readonly before: Snapshot
  readonly after: Snapshot
  readonly changed?: readonly string[] | undefined
}

/** Every path that two snapshots do not have alike. */
export function differing(before: Snapshot, after: Snapshot): string[] {
  const changed: string[] = []
  for (const [path, file] of after.files) if (differs(before.files.get(path), file)) changed.push(path)
  for (const path of before.files.keys()) if (!after.files.has(path)) changed.push(path)
  return changed
}

function differs(before: SnapshotFile | undefined, after: SnapshotFile): boolean {
  return before?.id !== after.id || after.id === null || before.mode !== after.mode
}

function partsOf(layout: Layout, paths: readonly string[], settings: Settings): ReadonlySet<string> {
  const own = paths.filter(testHeld(layout, settings))
  return new Set(own.map((path) => partOf(layout, path, settings)))
}
