// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { Rule } from '../../../core/rule.ts'
import { archivedIds } from './archived-ids.ts'
import { insightLine } from './insight-line.ts'
import { logState } from './log-state.ts'
import { stateMissing } from './state-missing.ts'
import { taskHistory } from './task-history.ts'
import { taskIds } from './task-ids.ts'
import { taskReason } from './task-reason.ts'
import { taskTimes } from './task-times.ts'
import { updateIds } from './update-ids.ts'
import { updateLimits } from './update-limits.ts'
import { updateSyntax } from './update-syntax.ts'

/** The rules of the working-memory layout. */
export const rules: readonly Rule[] = [
  archivedIds,
  insightLine,
  logState,
  stateMissing,
  taskHistory,
  taskIds,
  taskReason,
  taskTimes,
  updateIds,
  updateLimits,
  updateSyntax,
]
