// Generated from the listing of this folder by `npm run generate`: do not edit.
import { lazyLayout } from '../core/layout.ts'
import type { LayoutOperations } from '../core/operation.ts'
import { agentMemoryPaths } from './agent-memory/claim.ts'
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
import { atomicPaths } from './atomic/claim.ts'
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
import { coworkPaths } from './cowork/claim.ts'
import { cowork } from './cowork/layout.ts'
import { addDecision } from './cowork/operations/add-decision.ts'
import { addPattern } from './cowork/operations/add-pattern.ts'
import { endSession } from './cowork/operations/end-session.ts'
import { ensureIterationMemory } from './cowork/operations/ensure-iteration-memory.ts'
import { getMemoryContext } from './cowork/operations/get-memory-context.ts'
import { loadIterationMemory } from './cowork/operations/load-iteration-memory.ts'
import { loadMemoryDetail } from './cowork/operations/load-memory-detail.ts'
import { loadProjectMemory } from './cowork/operations/load-project-memory.ts'
import { promoteToProjectMemory } from './cowork/operations/promote-to-project-memory.ts'
import { queryMemory } from './cowork/operations/query-memory.ts'
import { queryMemoryIndex } from './cowork/operations/query-memory-index.ts'
import { resolveSessionIssue } from './cowork/operations/resolve-session-issue.ts'
import { saveIterationMemory } from './cowork/operations/save-iteration-memory.ts'
import { saveProjectMemory } from './cowork/operations/save-project-memory.ts'
import { saveSessionMemory } from './cowork/operations/save-session-memory.ts'
import { setContext } from './cowork/operations/set-context.ts'
import { setSessionStage } from './cowork/operations/set-session-stage.ts'
import { showSession } from './cowork/operations/show-session.ts'
import { startSession } from './cowork/operations/start-session.ts'
import { workingMemoryPaths } from './working-memory/claim.ts'
import { workingMemory } from './working-memory/layout.ts'
import { applyTaskUpdate } from './working-memory/operations/apply-task-update.ts'
import { archiveEntry } from './working-memory/operations/archive-entry.ts'
import { finishTask } from './working-memory/operations/finish-task.ts'
import { listTasks } from './working-memory/operations/list-tasks.ts'
import { makePrompts } from './working-memory/operations/make-prompts.ts'
import { showTask } from './working-memory/operations/show-task.ts'
import { startTask } from './working-memory/operations/start-task.ts'
import { updateTaskMemory } from './working-memory/operations/update-task-memory.ts'
import { workspacePaths } from './workspace/claim.ts'
import { workspace } from './workspace/layout.ts'
import { getContext } from './workspace/operations/get-context.ts'
import { saveMemory } from './workspace/operations/save-memory.ts'
import { reviewSession } from './workspace/prompts/review-session.ts'

/** What agents get of every layout that has something for them: checks and hooks load none of it. */
export const layoutOperations: readonly LayoutOperations[] = [
  {
    layout: lazyLayout(agentMemoryPaths, () => agentMemory),
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
  {
    layout: lazyLayout(atomicPaths, () => atomic),
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
  {
    layout: lazyLayout(coworkPaths, () => cowork),
    operations: [
      addDecision,
      addPattern,
      endSession,
      ensureIterationMemory,
      getMemoryContext,
      loadIterationMemory,
      loadMemoryDetail,
      loadProjectMemory,
      promoteToProjectMemory,
      queryMemory,
      queryMemoryIndex,
      resolveSessionIssue,
      saveIterationMemory,
      saveProjectMemory,
      saveSessionMemory,
      setContext,
      setSessionStage,
      showSession,
      startSession,
    ],
    prompts: [],
  },
  {
    layout: lazyLayout(workingMemoryPaths, () => workingMemory),
    operations: [
      applyTaskUpdate,
      archiveEntry,
      finishTask,
      listTasks,
      makePrompts,
      showTask,
      startTask,
      updateTaskMemory,
    ],
    prompts: [],
  },
  {
    layout: lazyLayout(workspacePaths, () => workspace),
    operations: [getContext, saveMemory],
    prompts: [reviewSession],
  },
]

/** The same, by their exports, which name their functions in the library. */
export const operations = {
  addRecord,
  compactRecords,
  findRecords,
  getRecord,
  listRecords,
  maintainRecords,
  promoteRecord,
  restoreRecord,
  updateRecord,
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
  addDecision,
  addPattern,
  endSession,
  ensureIterationMemory,
  getMemoryContext,
  loadIterationMemory,
  loadMemoryDetail,
  loadProjectMemory,
  promoteToProjectMemory,
  queryMemory,
  queryMemoryIndex,
  resolveSessionIssue,
  saveIterationMemory,
  saveProjectMemory,
  saveSessionMemory,
  setContext,
  setSessionStage,
  showSession,
  startSession,
  applyTaskUpdate,
  archiveEntry,
  finishTask,
  listTasks,
  makePrompts,
  showTask,
  startTask,
  updateTaskMemory,
  getContext,
  saveMemory,
}
