// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { Rule } from '../../../core/rule.ts'
import { memoryCut } from './memory-cut.ts'
import { memoryRow } from './memory-row.ts'
import { memoryTopic } from './memory-topic.ts'

/** The rules of the claude-memory layout. */
export const rules: readonly Rule[] = [memoryCut, memoryRow, memoryTopic]
