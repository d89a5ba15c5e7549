import type { PlannedFile, WritePlan } from '../core/write-plan.ts'
import { derivedPlan } from './derived-plan.ts'
import type { LoadOptions } from './load-options.ts'
import type { MemoriesOf } from './lost-files.ts'
import { plannedText } from './planned-texts.ts'

/** The derived files that a change makes stale: what was stale before elsewhere is not its business. */
export async function rebuiltBy(
  before: MemoriesOf,
  after: MemoriesOf,
  load: LoadOptions,
): Promise<WritePlan> {
  const stale = await derivedPlan(before, load)
  return new Map(
    [...(await derivedPlan(after, load))].filter(([path, file]) => !isSame(stale.get(path), file)),
  )
}

function isSame(a: PlannedFile | undefined, b: PlannedFile): boolean {
  return a !== undefined && a.kind === b.kind && plannedText(a) === plannedText(b)
}
