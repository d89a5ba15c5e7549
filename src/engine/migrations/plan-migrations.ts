import { overlay, type PlannedFile, type WritePlan } from '../../core/write-plan.ts'
import type { Known } from './chosen.ts'
import { type Deriving, deriving } from './derived-files.ts'
import { historyOnce } from './history-once.ts'
import { planOne } from './plan-one.ts'
import type { PlannedMigration, PlannedRun, Planning } from './planning.ts'

/** Plans migrations one after the other: each sees what those before it planned. Nothing is written. */
export async function planMigrations(known: readonly Known[], planning: Planning): Promise<PlannedRun> {
  const { snapshot, load, today, owed, onStep } = planning
  const derive = deriving(load, today)
  const historyOf = historyOnce(known, planning)
  const isThere = (path: string): boolean => snapshot.files.has(path)
  const plan = new Map<string, PlannedFile>()
  const migrations: PlannedMigration[] = []
  for (const [i, one] of known.entries()) {
    onStep?.(i, known.length)
    const present = overlay(snapshot, plan)
    const made = await planOne(one, { ...planning, snapshot: present, isThere, derive, historyOf })
    for (const [path, file] of made.plan) plan.set(path, file)
    migrations.push(made.planned)
  }
  if (plan.size + owed.size === 0) return { migrations, plan, rebuilt: new Map() }
  const stale = await staleAfter(plan, planning, derive)
  // What a migration writes in any case is written as it is in the end.
  for (const [path, file] of stale) if (plan.has(path)) plan.set(path, file)
  return { migrations, plan, rebuilt: new Map([...stale].filter(([path]) => !plan.has(path))) }
}

/**
 * The derived files that the migrations write or make stale, and those that are owed. What was stale before is not their
 * business, and what cannot be read is a person's.
 */
async function staleAfter(
  plan: WritePlan,
  { snapshot, owed, guard }: Planning,
  derive: Deriving,
): Promise<WritePlan> {
  const before = await derive(snapshot)
  const after = await derive(overlay(snapshot, plan))
  const isOurs = (path: string): boolean => plan.has(path) || owed.has(path) || !before.plan.has(path)
  return new Map(
    [...after.plan].filter(
      ([path]) =>
        isOurs(path) && !after.unreadable.has(path) && guard(path, snapshot.files.has(path)) === null,
    ),
  )
}
