// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { Rule } from '../../../core/rule.ts'
import { archiveFinished } from './archive-finished.ts'
import { goalFinal } from './goal-final.ts'
import { itemBody } from './item-body.ts'
import { mergeIdClash } from './merge-id-clash.ts'
import { oneItem } from './one-item.ts'
import { statusDefault } from './status-default.ts'
import { supersedes } from './supersedes.ts'
import { taskForward } from './task-forward.ts'

/** The rules of the atomic layout. */
export const rules: readonly Rule[] = [
  archiveFinished,
  goalFinal,
  itemBody,
  mergeIdClash,
  oneItem,
  statusDefault,
  supersedes,
  taskForward,
]
