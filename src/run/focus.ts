import type { Layout } from '../core/layout.ts'
import type { Settings } from '../core/settings.ts'
import type { Snapshot, SnapshotFile } from '../core/snapshot.ts'
import type { Sides } from './check-snapshot.ts'
import { SETTINGS_FILE } from './load-settings.ts'

/** Says whether documents of a layout at a path have to be looked at. */
export type Focus = (layout: Layout, path: string) => boolean

type Known = { readonly layouts: readonly Layout[]; readonly settings: Settings }

/**
 * What a change can have made wrong: the parts of the memory that it touches, in a merge seen from any of the parents.
 * Null when it may be anything: the settings differ, or a file is gone that any document may link to.
 */
export function focusOf({ before, after, merge }: Omit<Sides, 'today'>, known: Known): Focus | null {
  if (!before) return null
  const all = [before, ...(merge?.others ?? [])].map((parent) => focusFrom(parent, after, known))
  return all.includes(null) ? null : (layout, path) => all.some((focus) => focus?.(layout, path))
}

function focusFrom(before: Snapshot, after: Snapshot, { layouts, settings }: Known): Focus | null {
  const changed: string[] = []
  for (const [path, file] of after.files) if (differs(before.files.get(path), file)) changed.push(path)
  if (changed.includes(SETTINGS_FILE)) return null
  for (const [path, file] of before.files) if (after.files.get(path)?.mode !== file.mode) return null
  const parts = new Map(layouts.map((layout) => [layout.id, partsOf(layout, changed, settings)]))
  return (layout, path) => parts.get(layout.id)?.has(layout.partOf?.(path, settings) ?? '') ?? false
}

function differs(before: SnapshotFile | undefined, after: SnapshotFile): boolean {
  return before?.id !== after.id || after.id === null || before.mode !== after.mode
}

function partsOf(layout: Layout, paths: readonly string[], settings: Settings): ReadonlySet<string> {
  const roots = layout.roots(settings)
  const own = paths.filter((path) => roots.some((root) => path === root || path.startsWith(`${root}/`)))
  return new Set(own.map((path) => layout.partOf?.(path, settings) ?? ''))
}
