import type { Layout } from '../core/layout.ts'
import type { Memory } from '../core/memory.ts'
import type { PlannedFile, WritePlan } from '../core/write-plan.ts'
import { derivedPlan } from './fix-plan.ts'
import { plannedText } from './planned-texts.ts'

type Memories = ReadonlyMap<Layout, Memory>

/** The derived files that a change makes stale: what was stale before elsewhere is not its business. */
export function rebuiltBy(before: Memories, after: Memories): WritePlan {
  const stale = derivedPlan(before)
  return new Map([...derivedPlan(after)].filter(([path, file]) => !isSame(stale.get(path), file)))
}

function isSame(a: PlannedFile | undefined, b: PlannedFile): boolean {
  return a !== undefined && a.kind === b.kind && plannedText(a) === plannedText(b)
}
