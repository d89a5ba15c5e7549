import type { Settings } from '../core/settings.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { layouts } from '../layouts/index.ts'
import { claimFiles } from './claims.ts'

/** How many files of the memory a layout has. */
export type SeenMemory = { readonly layout: string; readonly files: number }

/** What memkeep sees of the memory in a snapshot; nothing for layouts without files. */
export function seenMemory(snapshot: Snapshot, settings: Settings): readonly SeenMemory[] {
  const counts = new Map<string, number>()
  for (const { layout } of claimFiles(snapshot, { layouts, settings })) {
    counts.set(layout.id, (counts.get(layout.id) ?? 0) + 1)
  }
  return [...counts].map(([layout, files]) => ({ layout, files }))
}

/**
 * What `init` and `doctor` say of the memory that is seen, and the one place for what looks like memory and is not.
 */
export function tellMemory(seen: readonly SeenMemory[], settings: Settings): string {
  if (seen.length > 0) {
    return seen.map(({ layout, files }) => `${layout} (${files} file${files === 1 ? '' : 's'})`).join(', ')
  }
  const roots = layouts.flatMap((layout) => layout.roots(settings)).join(', ')
  return `none is seen: the layouts look below ${roots}; memkeep.yaml can move them`
}
