// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { Rule } from '../../../core/rule.ts'
import { durableKind } from './durable-kind.ts'
import { recordId } from './record-id.ts'
import { recordScope } from './record-scope.ts'
import { recordTimes } from './record-times.ts'
import { recordVersion } from './record-version.ts'
import { rootIgnored } from './root-ignored.ts'

/** The rules of the agent-memory layout. */
export const rules: readonly Rule[] = [
  durableKind,
  recordId,
  recordScope,
  recordTimes,
  recordVersion,
  rootIgnored,
]
