// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { Rule } from '../../../core/rule.ts'
import { bankFiles } from './bank-files.ts'
import { bankSize } from './bank-size.ts'

/** The rules of the memory-bank layout. */
export const rules: readonly Rule[] = [bankFiles, bankSize]
