import type { PlannedFile, WritePlan } from '../core/write-plan.ts'
import { planDerivedFiles } from './derived-plan.ts'
import type { MemoryContext } from './load-options.ts'
import type { MemoriesOf } from './lost-files.ts'
import { plannedText } from './planned-texts.ts'

/** The derived files that a change makes stale: what was stale before elsewhere is not its business. */
export async function planRebuild(
  before: MemoriesOf,
  after: MemoriesOf,
  load: MemoryContext,
): Promise<WritePlan> {
  const stale = await planDerivedFiles(before, load)
  return new Map(
    [...(await planDerivedFiles(after, load))].filter(([path, file]) => !isSame(stale.get(path), file)),
  )
}

function isSame(a: PlannedFile | undefined, b: PlannedFile): boolean {
  return a !== undefined && a.kind === b.kind && plannedText(a) === plannedText(b)
}
