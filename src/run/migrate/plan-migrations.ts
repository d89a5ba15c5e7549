import { overlay } from '../../core/overlay.ts'
import type { PlannedFile, WritePlan } from '../../core/write-plan.ts'
import type { Known } from './chosen.ts'
import { type Derived, type Deriving, deriving, madeStale } from './derived-files.ts'
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

/** The derived files that the migrations make stale, or that are owed. */
async function staleAfter(
  plan: WritePlan,
  { snapshot, owed, guard }: Planning,
  derive: Deriving,
): Promise<WritePlan> {
  const before = withoutOwed(await derive(snapshot), owed)
  const stale = madeStale(before, await derive(overlay(snapshot, plan)))
  return new Map([...stale].filter(([path]) => guard(path, snapshot.files.has(path)) === null))
}

function withoutOwed(derived: Derived, owed: ReadonlySet<string>): Derived {
  return { ...derived, plan: new Map([...derived.plan].filter(([path]) => !owed.has(path))) }
}
