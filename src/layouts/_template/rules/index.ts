// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { Rule } from '../../../core/rule.ts'
import { noteTitle } from './note-title.ts'

/** The rules of the _template layout. */
export const rules: readonly Rule[] = [noteTitle]
