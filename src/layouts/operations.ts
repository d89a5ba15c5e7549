// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { LayoutOperations } from '../core/operation.ts'
import { atomic } from './atomic/layout.ts'
import { archiveMemory } from './atomic/operations/archive-memory.ts'
import { listMemories } from './atomic/operations/list-memories.ts'
import { readMemory } from './atomic/operations/read-memory.ts'
import { searchMemory } from './atomic/operations/search-memory.ts'
import { updateFact } from './atomic/operations/update-fact.ts'
import { updateGoal } from './atomic/operations/update-goal.ts'
import { updateTask } from './atomic/operations/update-task.ts'
import { writeDecision } from './atomic/operations/write-decision.ts'
import { writeFact } from './atomic/operations/write-fact.ts'
import { writeGoal } from './atomic/operations/write-goal.ts'
import { writeReflection } from './atomic/operations/write-reflection.ts'
import { writeTask } from './atomic/operations/write-task.ts'
import { workspace } from './workspace/layout.ts'
import { getContext } from './workspace/operations/get-context.ts'
import { saveMemory } from './workspace/operations/save-memory.ts'
import { reviewSession } from './workspace/prompts/review-session.ts'

/** What agents get of every layout that has something for them: checks and hooks load none of it. */
export const layoutOperations: readonly LayoutOperations[] = [
  {
    layout: atomic,
    operations: [
      archiveMemory,
      listMemories,
      readMemory,
      searchMemory,
      updateFact,
      updateGoal,
      updateTask,
      writeDecision,
      writeFact,
      writeGoal,
      writeReflection,
      writeTask,
    ],
    prompts: [],
  },
  { layout: workspace, operations: [getContext, saveMemory], prompts: [reviewSession] },
]
