// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { Rule } from '../../../core/rule.ts'
import { contextTold } from './context-told.ts'
import { detailRow } from './detail-row.ts'
import { issueResolved } from './issue-resolved.ts'
import { iterationKnown } from './iteration-known.ts'
import { iterationName } from './iteration-name.ts'
import { projectItemId } from './project-item-id.ts'
import { sessionKnown } from './session-known.ts'
import { timeOrder } from './time-order.ts'
import { utcTime } from './utc-time.ts'

/** The rules of the cowork layout. */
export const rules: readonly Rule[] = [
  contextTold,
  detailRow,
  issueResolved,
  iterationKnown,
  iterationName,
  projectItemId,
  sessionKnown,
  timeOrder,
  utcTime,
]
