// Generated from the listing of this folder by `npm run generate`: do not edit.
import { addDecision } from './operations/add-decision.ts'
import { addPattern } from './operations/add-pattern.ts'
import { endSession } from './operations/end-session.ts'
import { ensureIterationMemory } from './operations/ensure-iteration-memory.ts'
import { getMemoryContext } from './operations/get-memory-context.ts'
import { loadIterationMemory } from './operations/load-iteration-memory.ts'
import { loadMemoryDetail } from './operations/load-memory-detail.ts'
import { loadProjectMemory } from './operations/load-project-memory.ts'
import { promoteToProjectMemory } from './operations/promote-to-project-memory.ts'
import { queryMemory } from './operations/query-memory.ts'
import { queryMemoryIndex } from './operations/query-memory-index.ts'
import { resolveSessionIssue } from './operations/resolve-session-issue.ts'
import { saveIterationMemory } from './operations/save-iteration-memory.ts'
import { saveProjectMemory } from './operations/save-project-memory.ts'
import { saveSessionMemory } from './operations/save-session-memory.ts'
import { setContext } from './operations/set-context.ts'
import { setSessionStage } from './operations/set-session-stage.ts'
import { showSession } from './operations/show-session.ts'
import { startSession } from './operations/start-session.ts'

/** What agents get of this layout: a bundle loads it when one of these is called or listed. */
export const coworkForAgents = {
  operations: {
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
  },
  prompts: {},
}
