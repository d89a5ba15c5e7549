// Generated from the operations of layouts by `npm run generate`: do not edit.
import type {
  ArchiveMemoryArguments,
  ArchiveMemoryData,
  ContextArguments,
  ContextData,
  ListMemoriesArguments,
  ListMemoriesData,
  ReadMemoryArguments,
  ReadMemoryData,
  SaveArguments,
  SavedData,
  SearchMemoryArguments,
  SearchMemoryData,
  UpdateFactArguments,
  UpdateFactData,
  UpdateGoalArguments,
  UpdateGoalData,
  UpdateTaskArguments,
  UpdateTaskData,
  WriteDecisionArguments,
  WriteDecisionData,
  WriteFactArguments,
  WriteFactData,
  WriteGoalArguments,
  WriteGoalData,
  WriteReflectionArguments,
  WriteReflectionData,
  WriteTaskArguments,
  WriteTaskData,
} from '../layouts/operation-types.ts'
import { type AgentOptions, callOperation } from './call-operation.ts'
import type { OperationResult } from './operation-call.ts'

/**
 * Archive an item, as `archive_memory` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function archiveMemory(
  args: ArchiveMemoryArguments,
  options: AgentOptions,
): Promise<OperationResult<ArchiveMemoryData>> {
  return callOperation('archive_memory', args, options)
}

/**
 * List the memory, as `list_memories` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function listMemories(
  args: ListMemoriesArguments,
  options: AgentOptions,
): Promise<OperationResult<ListMemoriesData>> {
  return callOperation('list_memories', args, options)
}

/**
 * Read items of the memory, as `read_memory` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function readMemory(
  args: ReadMemoryArguments,
  options: AgentOptions,
): Promise<OperationResult<ReadMemoryData>> {
  return callOperation('read_memory', args, options)
}

/**
 * Search the memory, as `search_memory` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function searchMemory(
  args: SearchMemoryArguments,
  options: AgentOptions,
): Promise<OperationResult<SearchMemoryData>> {
  return callOperation('search_memory', args, options)
}

/**
 * Update a fact, as `update_fact` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function updateFact(
  args: UpdateFactArguments,
  options: AgentOptions,
): Promise<OperationResult<UpdateFactData>> {
  return callOperation('update_fact', args, options)
}

/**
 * Update a goal, as `update_goal` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function updateGoal(
  args: UpdateGoalArguments,
  options: AgentOptions,
): Promise<OperationResult<UpdateGoalData>> {
  return callOperation('update_goal', args, options)
}

/**
 * Update a task, as `update_task` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function updateTask(
  args: UpdateTaskArguments,
  options: AgentOptions,
): Promise<OperationResult<UpdateTaskData>> {
  return callOperation('update_task', args, options)
}

/**
 * Write a decision, as `write_decision` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function writeDecision(
  args: WriteDecisionArguments,
  options: AgentOptions,
): Promise<OperationResult<WriteDecisionData>> {
  return callOperation('write_decision', args, options)
}

/**
 * Write a fact, as `write_fact` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function writeFact(
  args: WriteFactArguments,
  options: AgentOptions,
): Promise<OperationResult<WriteFactData>> {
  return callOperation('write_fact', args, options)
}

/**
 * Write a goal, as `write_goal` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function writeGoal(
  args: WriteGoalArguments,
  options: AgentOptions,
): Promise<OperationResult<WriteGoalData>> {
  return callOperation('write_goal', args, options)
}

/**
 * Write a reflection, as `write_reflection` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function writeReflection(
  args: WriteReflectionArguments,
  options: AgentOptions,
): Promise<OperationResult<WriteReflectionData>> {
  return callOperation('write_reflection', args, options)
}

/**
 * Write a task, as `write_task` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function writeTask(
  args: WriteTaskArguments,
  options: AgentOptions,
): Promise<OperationResult<WriteTaskData>> {
  return callOperation('write_task', args, options)
}

/**
 * Get workspace context, as `workspace_get_context` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function getContext(
  args: ContextArguments,
  options: AgentOptions,
): Promise<OperationResult<ContextData>> {
  return callOperation('workspace_get_context', args, options)
}

/**
 * Save a decision or lesson, as `workspace_save_memory` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function saveMemory(
  args: SaveArguments,
  options: AgentOptions,
): Promise<OperationResult<SavedData>> {
  return callOperation('workspace_save_memory', args, options)
}
