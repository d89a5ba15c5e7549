import type { Layout } from '../core/layout.ts'
import type { Memory } from '../core/memory.ts'
import { compareMemories, type MemoryDifference, type MemoryState } from '../core/memory-difference.ts'
import type { SetAside } from '../core/memory-overview.ts'
import type { LoadedSide } from '../engine/check-snapshot.ts'
import { toldBy } from '../engine/overview.ts'

const NONE: SetAside = { superseded: new Set(), archived: new Set() }

/** What became of each layout's memory; none for a layout that has no documents on either side. */
export function differencesOf(
  before: Pick<LoadedSide, 'memories'>,
  after: Pick<LoadedSide, 'memories'>,
): MemoryDifference[] {
  return [...after.memories].flatMap(([layout, memory]) => {
    const old = before.memories.get(layout)
    if (!old || old.documents.length + memory.documents.length === 0) return []
    return [compareMemories(told(layout, old), told(layout, memory))]
  })
}

function told(layout: Layout, memory: Memory): MemoryState {
  return { memory, setAside: layout.setAside?.(memory) ?? NONE, overview: toldBy(layout, memory) }
}
