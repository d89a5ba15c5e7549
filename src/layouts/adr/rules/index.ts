// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { Rule } from '../../../core/rule.ts'
import { adrAccepted } from './adr-accepted.ts'
import { adrNumber } from './adr-number.ts'
import { adrStatus } from './adr-status.ts'
import { adrSupersedes } from './adr-supersedes.ts'
import { adrTitle } from './adr-title.ts'

/** The rules of the adr layout. */
export const rules: readonly Rule[] = [adrAccepted, adrNumber, adrStatus, adrSupersedes, adrTitle]
