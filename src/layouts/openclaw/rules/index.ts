// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { Rule } from '../../../core/rule.ts'
import { openclawConflict } from './openclaw-conflict.ts'
import { openclawCut } from './openclaw-cut.ts'
import { openclawDay } from './openclaw-day.ts'
import { openclawRepeated } from './openclaw-repeated.ts'

/** The rules of the openclaw layout. */
export const rules: readonly Rule[] = [openclawConflict, openclawCut, openclawDay, openclawRepeated]
