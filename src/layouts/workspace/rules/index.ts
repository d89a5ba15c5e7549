// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { Rule } from '../../../core/rule.ts'
import { agentLink } from './agent-link.ts'
import { categoryKnown } from './category-known.ts'
import { descriptionLength, descriptionTodo } from './descriptions.ts'
import { entryBody } from './entry-body.ts'
import { entryCategory } from './entry-category.ts'
import { entryDuplicate } from './entry-duplicate.ts'
import { entryHeading } from './entry-heading.ts'
import { entryHidden } from './entry-hidden.ts'
import { entryOrder } from './entry-order.ts'
import { entrySeparator } from './entry-separator.ts'
import { entryTags } from './entry-tags.ts'
import { growth } from './growth.ts'
import { hotBudget } from './hot-budget.ts'
import { hotBudgetDeclared } from './hot-budget-declared.ts'
import { hotTotal } from './hot-total.ts'
import { noAbstract, overviewMissing } from './overview-files.ts'
import { planDates, planFileName } from './plan-names-and-dates.ts'
import { planStatusEvidence } from './plan-status-evidence.ts'
import { tagNearDuplicate } from './tag-near-duplicate.ts'
import { tombstone, tombstoneEntry, tombstoneTitle } from './tombstones.ts'

/** The rules of the workspace layout. */
export const rules: readonly Rule[] = [
  agentLink,
  categoryKnown,
  descriptionLength,
  descriptionTodo,
  entryBody,
  entryCategory,
  entryDuplicate,
  entryHeading,
  entryHidden,
  entryOrder,
  entrySeparator,
  entryTags,
  growth,
  hotBudget,
  hotBudgetDeclared,
  hotTotal,
  noAbstract,
  overviewMissing,
  planDates,
  planFileName,
  planStatusEvidence,
  tagNearDuplicate,
  tombstone,
  tombstoneEntry,
  tombstoneTitle,
]
