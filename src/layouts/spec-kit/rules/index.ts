// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { Rule } from '../../../core/rule.ts'
import { constitutionAmended } from './constitution-amended.ts'
import { constitutionVersion } from './constitution-version.ts'

/** The rules of the spec-kit layout. */
export const rules: readonly Rule[] = [constitutionAmended, constitutionVersion]
