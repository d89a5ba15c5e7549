// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { Rule } from '../../../core/rule.ts'
import { logDate } from './log-date.ts'
import { logDuplicate } from './log-duplicate.ts'
import { logForm } from './log-form.ts'
import { logGrowth } from './log-growth.ts'
import { logHeading } from './log-heading.ts'
import { logHidden } from './log-hidden.ts'
import { logListItem } from './log-list-item.ts'
import { logOrder } from './log-order.ts'
import { logShape } from './log-shape.ts'
import { logTombstone } from './log-tombstone.ts'

/** The rules of the log layout. */
export const rules: readonly Rule[] = [
  logDate,
  logDuplicate,
  logForm,
  logGrowth,
  logHeading,
  logHidden,
  logListItem,
  logOrder,
  logShape,
  logTombstone,
]
