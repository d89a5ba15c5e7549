import type { PlanState } from '../../core/memory-overview.ts'
import type { PlanAge } from '../../core/plan-status.ts'

/** A plan with its age on the day of the report. */
export type AgedPlan = PlanState & PlanAge
