import { safePath } from '../core/safe-text.ts'
import type { Settings } from '../core/settings.ts'
import { layouts } from '../layouts/index.ts'
import { claimFiles } from './claims.ts'
import { type LookAlike, findLookAlikes } from './look-alikes.ts'
import type { OpenMemory } from './open-memory.ts'

/** What memkeep sees of the memory in a work tree. */
export type SeenMemory = {
  /** How many files each layout has; nothing for layouts without files. */
  readonly layouts: readonly { readonly layout: string; readonly files: number }[]
  /** What lies where a layout has its files, and does not show that it is one's memory. */
  readonly alike: readonly LookAlike[]
}

/** The layouts that have files in a memory, and what only looks like memory. */
export function seenMemory(memory: OpenMemory): SeenMemory {
  const counts = new Map<string, number>()
  for (const { layout } of claimFiles(memory.after, memory)) {
    counts.set(layout.id, (counts.get(layout.id) ?? 0) + 1)
  }
  const seen = [...counts].map(([layout, files]) => ({ layout, files }))
  return { layouts: seen, alike: findLookAlikes(memory.after, memory) }
}

/** What `init` and `doctor` say of the memory that is seen, and of what looks like memory and is not read. */
export function describeMemory({ layouts: seen, alike }: SeenMemory, settings: Settings): string {
  if (seen.length > 0) return seen.map(({ layout, files }) => `${layout} (${counted(files)})`).join(', ')
  const [first] = alike
  if (first) {
    const path = safePath(first.paths[0] ?? '.')
    return `none is seen; nearest to it is ${path} (looks like ${first.layout.id}, ${first.why}). If it is memory, set layouts: { ${first.layout.id}: on } in memkeep.yaml`
  }
  const roots = layouts.flatMap((layout) => layout.roots(settings)).join(', ')
  return `none is seen: the layouts look below ${roots}; memkeep.yaml can move them`
}

function counted(files: number): string {
  return `${files} file${files === 1 ? '' : 's'}`
}
