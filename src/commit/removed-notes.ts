import { newlyRemoved, removedItems } from '../core/memory-overview.ts'
import type { LoadedSide } from '../engine/check-snapshot.ts'

/** So many are named. */
const MOST = 20

/** What a commit removes with a reason, one line each: whose tombstone is new. */
export function removedNotes(before: LoadedSide | null, after: LoadedSide): string[] {
  const removed = [...after.memories].flatMap(([layout, memory]) => {
    const old = before?.memories.get(layout)
    return old ? newlyRemoved(old, memory) : removedItems(memory)
  })
  const lines = removed
    .slice(0, MOST)
    .map(({ date, title, reason }) => `removed with a reason: ${date} ${title}: ${reason}`)
  return removed.length > MOST
    ? [...lines, `${removed.length - MOST} more were removed with a reason`]
    : lines
}
