// Generated from the listing of this folder by `npm run generate`: do not edit.
import { applyTaskUpdate } from './operations/apply-task-update.ts'
import { archiveEntry } from './operations/archive-entry.ts'
import { finishTask } from './operations/finish-task.ts'
import { listTasks } from './operations/list-tasks.ts'
import { makePrompts } from './operations/make-prompts.ts'
import { showTask } from './operations/show-task.ts'
import { startTask } from './operations/start-task.ts'
import { updateTaskMemory } from './operations/update-task-memory.ts'

/** What agents get of this layout: a bundle loads it when one of these is called or listed. */
export const workingMemoryForAgents = {
  operations: {
    applyTaskUpdate,
    archiveEntry,
    finishTask,
    listTasks,
    makePrompts,
    showTask,
    startTask,
    updateTaskMemory,
  },
  prompts: {},
}
