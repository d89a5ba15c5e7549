// Generated from the listing of this folder by `npm run generate`: do not edit.
import { lazyLayout } from '../core/layout.ts'
import { type LayoutOperations, lazyOperations } from '../core/operation.ts'
import { agentMemoryPaths } from './agent-memory/claim.ts'
import { agentMemoryForAgents } from './agent-memory/for-agents.ts'
import { agentMemory } from './agent-memory/layout.ts'
import { atomicPaths } from './atomic/claim.ts'
import { atomicForAgents } from './atomic/for-agents.ts'
import { atomic } from './atomic/layout.ts'
import { coworkPaths } from './cowork/claim.ts'
import { coworkForAgents } from './cowork/for-agents.ts'
import { cowork } from './cowork/layout.ts'
import { OPERATION_NAMES } from './operation-names.ts'
import { workingMemoryPaths } from './working-memory/claim.ts'
import { workingMemoryForAgents } from './working-memory/for-agents.ts'
import { workingMemory } from './working-memory/layout.ts'
import { workspacePaths } from './workspace/claim.ts'
import { workspaceForAgents } from './workspace/for-agents.ts'
import { workspace } from './workspace/layout.ts'

/** What agents get of every layout that has something for them. Checks and hooks load none of it, an agent those in use. */
export const layoutOperations: readonly LayoutOperations[] = [
  lazyOperations(
    lazyLayout(agentMemoryPaths, () => agentMemory),
    OPERATION_NAMES['agent-memory'],
    () => agentMemoryForAgents,
  ),
  lazyOperations(
    lazyLayout(atomicPaths, () => atomic),
    OPERATION_NAMES.atomic,
    () => atomicForAgents,
  ),
  lazyOperations(
    lazyLayout(coworkPaths, () => cowork),
    OPERATION_NAMES.cowork,
    () => coworkForAgents,
  ),
  lazyOperations(
    lazyLayout(workingMemoryPaths, () => workingMemory),
    OPERATION_NAMES['working-memory'],
    () => workingMemoryForAgents,
  ),
  lazyOperations(
    lazyLayout(workspacePaths, () => workspace),
    OPERATION_NAMES.workspace,
    () => workspaceForAgents,
  ),
]

/** The same, by their exports, which name their functions in the library. */
export const operations = {
  get addRecord() {
    return agentMemoryForAgents.operations.addRecord
  },
  get compactRecords() {
    return agentMemoryForAgents.operations.compactRecords
  },
  get findRecords() {
    return agentMemoryForAgents.operations.findRecords
  },
  get getRecord() {
    return agentMemoryForAgents.operations.getRecord
  },
  get listRecords() {
    return agentMemoryForAgents.operations.listRecords
  },
  get maintainRecords() {
    return agentMemoryForAgents.operations.maintainRecords
  },
  get promoteRecord() {
    return agentMemoryForAgents.operations.promoteRecord
  },
  get restoreRecord() {
    return agentMemoryForAgents.operations.restoreRecord
  },
  get updateRecord() {
    return agentMemoryForAgents.operations.updateRecord
  },
  get archiveMemory() {
    return atomicForAgents.operations.archiveMemory
  },
  get listMemories() {
    return atomicForAgents.operations.listMemories
  },
  get readMemory() {
    return atomicForAgents.operations.readMemory
  },
  get searchMemory() {
    return atomicForAgents.operations.searchMemory
  },
  get updateFact() {
    return atomicForAgents.operations.updateFact
  },
  get updateGoal() {
    return atomicForAgents.operations.updateGoal
  },
  get updateTask() {
    return atomicForAgents.operations.updateTask
  },
  get writeDecision() {
    return atomicForAgents.operations.writeDecision
  },
  get writeFact() {
    return atomicForAgents.operations.writeFact
  },
  get writeGoal() {
    return atomicForAgents.operations.writeGoal
  },
  get writeReflection() {
    return atomicForAgents.operations.writeReflection
  },
  get writeTask() {
    return atomicForAgents.operations.writeTask
  },
  get addDecision() {
    return coworkForAgents.operations.addDecision
  },
  get addPattern() {
    return coworkForAgents.operations.addPattern
  },
  get endSession() {
    return coworkForAgents.operations.endSession
  },
  get ensureIterationMemory() {
    return coworkForAgents.operations.ensureIterationMemory
  },
  get getMemoryContext() {
    return coworkForAgents.operations.getMemoryContext
  },
  get loadIterationMemory() {
    return coworkForAgents.operations.loadIterationMemory
  },
  get loadMemoryDetail() {
    return coworkForAgents.operations.loadMemoryDetail
  },
  get loadProjectMemory() {
    return coworkForAgents.operations.loadProjectMemory
  },
  get promoteToProjectMemory() {
    return coworkForAgents.operations.promoteToProjectMemory
  },
  get queryMemory() {
    return coworkForAgents.operations.queryMemory
  },
  get queryMemoryIndex() {
    return coworkForAgents.operations.queryMemoryIndex
  },
  get resolveSessionIssue() {
    return coworkForAgents.operations.resolveSessionIssue
  },
  get saveIterationMemory() {
    return coworkForAgents.operations.saveIterationMemory
  },
  get saveProjectMemory() {
    return coworkForAgents.operations.saveProjectMemory
  },
  get saveSessionMemory() {
    return coworkForAgents.operations.saveSessionMemory
  },
  get setContext() {
    return coworkForAgents.operations.setContext
  },
  get setSessionStage() {
    return coworkForAgents.operations.setSessionStage
  },
  get showSession() {
    return coworkForAgents.operations.showSession
  },
  get startSession() {
    return coworkForAgents.operations.startSession
  },
  get applyTaskUpdate() {
    return workingMemoryForAgents.operations.applyTaskUpdate
  },
  get archiveEntry() {
    return workingMemoryForAgents.operations.archiveEntry
  },
  get finishTask() {
    return workingMemoryForAgents.operations.finishTask
  },
  get listTasks() {
    return workingMemoryForAgents.operations.listTasks
  },
  get makePrompts() {
    return workingMemoryForAgents.operations.makePrompts
  },
  get showTask() {
    return workingMemoryForAgents.operations.showTask
  },
  get startTask() {
    return workingMemoryForAgents.operations.startTask
  },
  get updateTaskMemory() {
    return workingMemoryForAgents.operations.updateTaskMemory
  },
  get getContext() {
    return workspaceForAgents.operations.getContext
  },
  get saveMemory() {
    return workspaceForAgents.operations.saveMemory
  },
}
