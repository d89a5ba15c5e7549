import type { Layout } from '../core/layout.ts'
import type { MergeSides } from '../core/memory.ts'
import type { MergeSnapshots } from '../snapshot/merge-sides.ts'
import type { OpenSnapshot } from '../snapshot/real-snapshot.ts'
import type { LoadedSide } from './check-snapshot.ts'

/** What a merge joins besides its first parent, read. */
export type LoadedMerge = {
  readonly others: readonly LoadedSide[]
  readonly bases: readonly { readonly between: readonly [number, number]; readonly side: LoadedSide }[]
}

/** Takes every side of a merge through the document stage; `load` does it for one. */
export async function loadMerge(
  { others, bases }: MergeSnapshots,
  load: (snapshot: OpenSnapshot) => Promise<LoadedSide>,
): Promise<LoadedMerge> {
  const loaded = new Map<OpenSnapshot, LoadedSide>()
  for (const snapshot of [...others, ...bases.map((base) => base.snapshot)]) {
    if (!loaded.has(snapshot)) loaded.set(snapshot, await load(snapshot))
  }
  const sideOf = (snapshot: OpenSnapshot): LoadedSide[] => {
    const side = loaded.get(snapshot)
    return side ? [side] : []
  }
  return {
    others: others.flatMap(sideOf),
    bases: bases.flatMap(({ between, snapshot }) => sideOf(snapshot).map((side) => ({ between, side }))),
  }
}

/** One layout's part of a merge. */
export function mergeOf({ others, bases }: LoadedMerge, layout: Layout): MergeSides {
  return {
    others: others.flatMap(({ memories }) => memories.get(layout) ?? []),
    bases: bases.flatMap(({ between, side }) => {
      const memory = side.memories.get(layout)
      return memory ? [{ between, memory }] : []
    }),
  }
}
