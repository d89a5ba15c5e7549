// Generated from the listing of this folder by `npm run generate`: do not edit.
import { archiveMemory } from './operations/archive-memory.ts'
import { listMemories } from './operations/list-memories.ts'
import { readMemory } from './operations/read-memory.ts'
import { searchMemory } from './operations/search-memory.ts'
import { updateFact } from './operations/update-fact.ts'
import { updateGoal } from './operations/update-goal.ts'
import { updateTask } from './operations/update-task.ts'
import { writeDecision } from './operations/write-decision.ts'
import { writeFact } from './operations/write-fact.ts'
import { writeGoal } from './operations/write-goal.ts'
import { writeReflection } from './operations/write-reflection.ts'
import { writeTask } from './operations/write-task.ts'

/** What agents get of this layout: a bundle loads it when one of these is called or listed. */
export const atomicForAgents = {
  operations: {
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
  },
  prompts: {},
}
