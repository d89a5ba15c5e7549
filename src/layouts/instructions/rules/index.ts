// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { Rule } from '../../../core/rule.ts'
import { agentFrontMatter } from './agent-front-matter.ts'
import { copiesDrift } from './copies-drift.ts'
import { copiesEqual } from './copies-equal.ts'
import { globMatches } from './glob-matches.ts'
import { importResolves } from './import-resolves.ts'
import { instructionLink } from './instruction-link.ts'
import { instructionUnseen } from './instruction-unseen.ts'
import { loadLimit } from './load-limit.ts'
import { statementConflict } from './statement-conflict.ts'
import { statementDrifted } from './statement-drifted.ts'
import { statementRepeated } from './statement-repeated.ts'

/** The rules of the instructions layout. */
export const rules: readonly Rule[] = [
  agentFrontMatter,
  copiesDrift,
  copiesEqual,
  globMatches,
  importResolves,
  instructionLink,
  instructionUnseen,
  loadLimit,
  statementConflict,
  statementDrifted,
  statementRepeated,
]
