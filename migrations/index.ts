// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { Migration } from '../src/core/migration.ts'
import { planFrontMatter } from './0001-plan-front-matter.ts'
import { overviewFrontMatter } from './0002-overview-front-matter.ts'
import { memoryIndex } from './0003-memory-index.ts'
import { hotMemory } from './0004-hot-memory.ts'
import { agentsWorkflow } from './0005-agents-workflow.ts'
import { entryFormat } from './0006-entry-format.ts'
import { atomicImport } from './0007-atomic-import.ts'
import { coworkSpellings } from './0008-cowork-spellings.ts'

/** Every migration, in the order in which they run. */
export const migrations: readonly Migration[] = [
  planFrontMatter,
  overviewFrontMatter,
  memoryIndex,
  hotMemory,
  agentsWorkflow,
  entryFormat,
  atomicImport,
  coworkSpellings,
]
