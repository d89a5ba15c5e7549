// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { LayoutOperations } from '../core/operation.ts'
import { agentMemory } from './agent-memory/layout.ts'
import { addRecord } from './agent-memory/operations/add-record.ts'
import { compactRecords } from './agent-memory/operations/compact-records.ts'
import { findRecords } from './agent-memory/operations/find-records.ts'
import { getRecord } from './agent-memory/operations/get-record.ts'
import { listRecords } from './agent-memory/operations/list-records.ts'
import { maintainRecords } from './agent-memory/operations/maintain-records.ts'
import { promoteRecord } from './agent-memory/operations/promote-record.ts'
import { restoreRecord } from './agent-memory/operations/restore-record.ts'
import { updateRecord } from './agent-memory/operations/update-record.ts'
import { workspace } from './workspace/layout.ts'
import { getContext } from './workspace/operations/get-context.ts'
import { saveMemory } from './workspace/operations/save-memory.ts'
import { reviewSession } from './workspace/prompts/review-session.ts'

/** What agents get of every layout that has something for them: checks and hooks load none of it. */
export const layoutOperations: readonly LayoutOperations[] = [
  {
    layout: agentMemory,
    operations: [
      addRecord,
      compactRecords,
      findRecords,
      getRecord,
      listRecords,
      maintainRecords,
      promoteRecord,
      restoreRecord,
      updateRecord,
    ],
    prompts: [],
  },
  { layout: workspace, operations: [getContext, saveMemory], prompts: [reviewSession] },
]
