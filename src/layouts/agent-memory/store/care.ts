import type { JsonObject } from '../../../core/json.ts'
import type { OperationInput } from '../../../core/operation.ts'
import type { MovingPlan, PlannedOrMoved } from '../../../core/write-plan.ts'
import { isScope, recordOf, SCOPES } from '../record.ts'
import { type Compaction, type Mode, planCompaction } from './compaction.ts'
import { type KnownRecord, type KnownRecords, knownRecords, type Scope } from './known-records.ts'
import { asidePlan, type PutAside, planQuarantine } from './quarantine.ts'
import { isSameMove } from './unfinished-moves.ts'

/** The scopes that a call is about: one, or all. */
export function scopesOf({ scope }: JsonObject): readonly Scope[] {
  return isScope(scope) ? [scope] : SCOPES
}

/** One thing that is put right by itself. */
export type Step = {
  readonly of: 'quarantine' | 'finish' | 'compaction'
  /** What it is about, for reports of failures. */
  readonly path: string
  readonly plan: MovingPlan
  readonly at: number
}

/** What a memory needs. */
export type Care = {
  readonly known: KnownRecords
  readonly compactions: readonly Compaction[]
  readonly steps: readonly Step[]
  readonly quarantine: readonly PutAside[]
  readonly left: readonly KnownRecord[]
}

/** What there is to do, in the order in which it is done. */
export function careOf(input: OperationInput, mode: Mode): Care {
  const known = knownRecords(input.memory)
  const wanted = scopesOf(input.args)
  const isWanted = (scope: string): boolean => wanted.some((one) => one === scope)
  const quarantine = planQuarantine(input, known).filter(({ from }) =>
    known.faulty.some(({ path, scope }) => path === from && isWanted(scope)),
  )
  const left = known.leftBehind.filter((one) => isWanted(one.scope) && isCopy(one, known, input))
  const compactions = wanted.map((scope) => planCompaction(input, known, scope, mode))
  const gone: PlannedOrMoved = { kind: 'delete' }
  const steps: Step[] = [
    ...quarantine.map((one, at): Step => ({ of: 'quarantine', path: one.from, plan: asidePlan(one), at })),
    ...left.map(({ path }, at): Step => ({ of: 'finish', path, plan: new Map([[path, gone]]), at })),
    ...compactions.flatMap(({ groups }, at) =>
      groups.flatMap(({ keep, plan, fault }): Step[] =>
        fault === null ? [{ of: 'compaction', path: keep.path, plan, at }] : [],
      ),
    ),
  ]
  return { known, compactions, steps, quarantine, left }
}

/** The records that one was promoted to. */
export function laterOf({ id, scope }: KnownRecord, { records }: KnownRecords): readonly KnownRecord[] {
  return records.filter((one) => one.id === id && one.facts.from === scope)
}

function isCopy(earlier: KnownRecord, known: KnownRecords, { sources }: OperationInput): boolean {
  const source = sources.get(earlier.path)
  const old = source && recordOf(source)
  return laterOf(earlier, known).some(({ path }) => {
    const later = sources.get(path)
    const record = later && recordOf(later)
    return old && record ? isSameMove(old, record) : false
  })
}
