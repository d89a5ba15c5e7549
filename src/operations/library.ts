// Generated from the operations of layouts by `npm run generate`: do not edit.
import type {
  AddedDecision,
  AddedPattern,
  AddedRecord,
  AddRecordArguments,
  AppliedUpdate,
  ApplyUpdateArguments,
  ArchivedEntry,
  ArchiveEntryArguments,
  ArchiveMemoryArguments,
  ArchiveMemoryData,
  CompactionResult,
  CompactRecordsArguments,
  ContextArguments,
  ContextData,
  EndedSession,
  EnsuredIterationMemory,
  FindRecordsArguments,
  FinishedTask,
  FinishTaskArguments,
  FoundMemory,
  FoundRecords,
  GetRecordArguments,
  GotRecord,
  IssueResolution,
  IterationMemoryEnsured,
  IterationMemoryQuery,
  IterationMemorySave,
  ListedRecords,
  ListedTasks,
  ListMemoriesArguments,
  ListMemoriesData,
  ListRecordsArguments,
  ListTasksArguments,
  LoadedIterationMemory,
  LoadedProjectMemory,
  MadePrompts,
  MaintainRecordsArguments,
  MaintenanceResult,
  MakePromptsArguments,
  MemoryContext,
  MemoryContextQuery,
  MemoryDetail,
  MemoryDetailQuery,
  MemoryIndexQuery,
  MemoryQuery,
  NewDecision,
  NewPattern,
  ProjectContextChange,
  ProjectMemoryQuery,
  ProjectMemorySave,
  PromotedMemory,
  PromotedRecord,
  PromoteRecordArguments,
  Promotion,
  ReadMemoryArguments,
  ReadMemoryData,
  ResolvedIssue,
  RestoredRecord,
  RestoreRecordArguments,
  SaveArguments,
  SavedData,
  SavedIterationMemory,
  SavedProjectMemory,
  SavedSessionMemory,
  SearchEverythingArguments,
  SearchEverythingData,
  SearchMemoryArguments,
  SearchMemoryData,
  SessionEnd,
  SessionMemory,
  SessionStage,
  SessionStart,
  Sessions,
  SessionsQuery,
  SetProjectContext,
  ShownTask,
  ShowTaskArguments,
  StagedSession,
  StartedSession,
  StartedTask,
  StartTaskArguments,
  UpdatedRecord,
  UpdatedTaskMemory,
  UpdateFactArguments,
  UpdateFactData,
  UpdateGoalArguments,
  UpdateGoalData,
  UpdateRecordArguments,
  UpdateTaskArguments,
  UpdateTaskData,
  UpdateTaskMemoryArguments,
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
 * Search everything that is remembered, as `memory_search` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function searchEverything(
  args: SearchEverythingArguments,
  options?: AgentOptions,
): Promise<OperationResult<SearchEverythingData>> {
  return callOperation('memory_search', args, options)
}

/**
 * Add a memory, as `memory_add` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function addRecord(
  args: AddRecordArguments,
  options?: AgentOptions,
): Promise<OperationResult<AddedRecord>> {
  return callOperation('memory_add', args, options)
}

/**
 * Compact a scope of memory, as `memory_compact` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function compactRecords(
  args: CompactRecordsArguments,
  options?: AgentOptions,
): Promise<OperationResult<CompactionResult>> {
  return callOperation('memory_compact', args, options)
}

/**
 * Find memories, as `memory_find` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function findRecords(
  args: FindRecordsArguments,
  options?: AgentOptions,
): Promise<OperationResult<FoundRecords>> {
  return callOperation('memory_find', args, options)
}

/**
 * Get a memory, as `memory_get` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function getRecord(
  args: GetRecordArguments,
  options?: AgentOptions,
): Promise<OperationResult<GotRecord>> {
  return callOperation('memory_get', args, options)
}

/**
 * List memories, as `memory_list` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function listRecords(
  args: ListRecordsArguments,
  options?: AgentOptions,
): Promise<OperationResult<ListedRecords>> {
  return callOperation('memory_list', args, options)
}

/**
 * Weekly care of memory, as `memory_weekly` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function maintainRecords(
  args: MaintainRecordsArguments,
  options?: AgentOptions,
): Promise<OperationResult<MaintenanceResult>> {
  return callOperation('memory_weekly', args, options)
}

/**
 * Promote a memory, as `memory_promote` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function promoteRecord(
  args: PromoteRecordArguments,
  options?: AgentOptions,
): Promise<OperationResult<PromotedRecord>> {
  return callOperation('memory_promote', args, options)
}

/**
 * Restore a memory, as `memory_restore` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function restoreRecord(
  args: RestoreRecordArguments,
  options?: AgentOptions,
): Promise<OperationResult<RestoredRecord>> {
  return callOperation('memory_restore', args, options)
}

/**
 * Update a memory, as `memory_update` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function updateRecord(
  args: UpdateRecordArguments,
  options?: AgentOptions,
): Promise<OperationResult<UpdatedRecord>> {
  return callOperation('memory_update', args, options)
}

/**
 * Archive an item, as `archive_memory` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function archiveMemory(
  args: ArchiveMemoryArguments,
  options?: AgentOptions,
): Promise<OperationResult<ArchiveMemoryData>> {
  return callOperation('archive_memory', args, options)
}

/**
 * List the memory, as `list_memories` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function listMemories(
  args: ListMemoriesArguments,
  options?: AgentOptions,
): Promise<OperationResult<ListMemoriesData>> {
  return callOperation('list_memories', args, options)
}

/**
 * Read items of the memory, as `read_memory` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function readMemory(
  args: ReadMemoryArguments,
  options?: AgentOptions,
): Promise<OperationResult<ReadMemoryData>> {
  return callOperation('read_memory', args, options)
}

/**
 * Search the memory, as `search_memory` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function searchMemory(
  args: SearchMemoryArguments,
  options?: AgentOptions,
): Promise<OperationResult<SearchMemoryData>> {
  return callOperation('search_memory', args, options)
}

/**
 * Update a fact, as `update_fact` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function updateFact(
  args: UpdateFactArguments,
  options?: AgentOptions,
): Promise<OperationResult<UpdateFactData>> {
  return callOperation('update_fact', args, options)
}

/**
 * Update a goal, as `update_goal` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function updateGoal(
  args: UpdateGoalArguments,
  options?: AgentOptions,
): Promise<OperationResult<UpdateGoalData>> {
  return callOperation('update_goal', args, options)
}

/**
 * Update a task, as `update_task` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function updateTask(
  args: UpdateTaskArguments,
  options?: AgentOptions,
): Promise<OperationResult<UpdateTaskData>> {
  return callOperation('update_task', args, options)
}

/**
 * Write a decision, as `write_decision` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function writeDecision(
  args: WriteDecisionArguments,
  options?: AgentOptions,
): Promise<OperationResult<WriteDecisionData>> {
  return callOperation('write_decision', args, options)
}

/**
 * Write a fact, as `write_fact` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function writeFact(
  args: WriteFactArguments,
  options?: AgentOptions,
): Promise<OperationResult<WriteFactData>> {
  return callOperation('write_fact', args, options)
}

/**
 * Write a goal, as `write_goal` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function writeGoal(
  args: WriteGoalArguments,
  options?: AgentOptions,
): Promise<OperationResult<WriteGoalData>> {
  return callOperation('write_goal', args, options)
}

/**
 * Write a reflection, as `write_reflection` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function writeReflection(
  args: WriteReflectionArguments,
  options?: AgentOptions,
): Promise<OperationResult<WriteReflectionData>> {
  return callOperation('write_reflection', args, options)
}

/**
 * Write a task, as `write_task` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function writeTask(
  args: WriteTaskArguments,
  options?: AgentOptions,
): Promise<OperationResult<WriteTaskData>> {
  return callOperation('write_task', args, options)
}

/**
 * Add a decision, as `add_decision` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function addDecision(
  args: NewDecision,
  options?: AgentOptions,
): Promise<OperationResult<AddedDecision>> {
  return callOperation('add_decision', args, options)
}

/**
 * Add a pattern, as `add_pattern` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function addPattern(
  args: NewPattern,
  options?: AgentOptions,
): Promise<OperationResult<AddedPattern>> {
  return callOperation('add_pattern', args, options)
}

/**
 * End the session, as `end_session` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function endSession(
  args: SessionEnd,
  options?: AgentOptions,
): Promise<OperationResult<EndedSession>> {
  return callOperation('end_session', args, options)
}

/**
 * Ensure iteration memory, as `ensure_iteration_memory` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function ensureIterationMemory(
  args: IterationMemoryEnsured,
  options?: AgentOptions,
): Promise<OperationResult<EnsuredIterationMemory>> {
  return callOperation('ensure_iteration_memory', args, options)
}

/**
 * Get the memory context, as `get_memory_context` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function getMemoryContext(
  args: MemoryContextQuery,
  options?: AgentOptions,
): Promise<OperationResult<MemoryContext>> {
  return callOperation('get_memory_context', args, options)
}

/**
 * Load iteration memory, as `load_iteration_memory` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function loadIterationMemory(
  args: IterationMemoryQuery,
  options?: AgentOptions,
): Promise<OperationResult<LoadedIterationMemory>> {
  return callOperation('load_iteration_memory', args, options)
}

/**
 * Load a memory item, as `load_memory_detail` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function loadMemoryDetail(
  args: MemoryDetailQuery,
  options?: AgentOptions,
): Promise<OperationResult<MemoryDetail>> {
  return callOperation('load_memory_detail', args, options)
}

/**
 * Load project memory, as `load_project_memory` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function loadProjectMemory(
  args: ProjectMemoryQuery,
  options?: AgentOptions,
): Promise<OperationResult<LoadedProjectMemory>> {
  return callOperation('load_project_memory', args, options)
}

/**
 * Promote to project memory, as `promote_to_project_memory` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function promoteToProjectMemory(
  args: Promotion,
  options?: AgentOptions,
): Promise<OperationResult<PromotedMemory>> {
  return callOperation('promote_to_project_memory', args, options)
}

/**
 * Query the memory store, as `query_memory` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function queryMemory(
  args: MemoryQuery,
  options?: AgentOptions,
): Promise<OperationResult<FoundMemory>> {
  return callOperation('query_memory', args, options)
}

/**
 * Query the memory index, as `query_memory_index` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function queryMemoryIndex(
  args: MemoryIndexQuery,
  options?: AgentOptions,
): Promise<OperationResult<FoundMemory>> {
  return callOperation('query_memory_index', args, options)
}

/**
 * Resolve an issue of the session, as `resolve_session_issue` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function resolveSessionIssue(
  args: IssueResolution,
  options?: AgentOptions,
): Promise<OperationResult<ResolvedIssue>> {
  return callOperation('resolve_session_issue', args, options)
}

/**
 * Save iteration memory, as `save_iteration_memory` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function saveIterationMemory(
  args: IterationMemorySave,
  options?: AgentOptions,
): Promise<OperationResult<SavedIterationMemory>> {
  return callOperation('save_iteration_memory', args, options)
}

/**
 * Save project memory, as `save_project_memory` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function saveProjectMemory(
  args: ProjectMemorySave,
  options?: AgentOptions,
): Promise<OperationResult<SavedProjectMemory>> {
  return callOperation('save_project_memory', args, options)
}

/**
 * Save to session memory, as `save_session_memory` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function saveSessionMemory(
  args: SessionMemory,
  options?: AgentOptions,
): Promise<OperationResult<SavedSessionMemory>> {
  return callOperation('save_session_memory', args, options)
}

/**
 * Set the project context, as `set_project_context` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function setContext(
  args: ProjectContextChange,
  options?: AgentOptions,
): Promise<OperationResult<SetProjectContext>> {
  return callOperation('set_project_context', args, options)
}

/**
 * Set the stage of the session, as `set_session_stage` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function setSessionStage(
  args: SessionStage,
  options?: AgentOptions,
): Promise<OperationResult<StagedSession>> {
  return callOperation('set_session_stage', args, options)
}

/**
 * Show the sessions, as `show_session` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function showSession(
  args: SessionsQuery,
  options?: AgentOptions,
): Promise<OperationResult<Sessions>> {
  return callOperation('show_session', args, options)
}

/**
 * Start a session, as `start_session` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function startSession(
  args: SessionStart,
  options?: AgentOptions,
): Promise<OperationResult<StartedSession>> {
  return callOperation('start_session', args, options)
}

/**
 * Update the memory of a task, as `working_memory_apply` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function applyTaskUpdate(
  args: ApplyUpdateArguments,
  options?: AgentOptions,
): Promise<OperationResult<AppliedUpdate>> {
  return callOperation('working_memory_apply', args, options)
}

/**
 * Archive an entry of a task, as `working_memory_archive` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function archiveEntry(
  args: ArchiveEntryArguments,
  options?: AgentOptions,
): Promise<OperationResult<ArchivedEntry>> {
  return callOperation('working_memory_archive', args, options)
}

/**
 * Finish a task, as `working_memory_finish` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function finishTask(
  args: FinishTaskArguments,
  options?: AgentOptions,
): Promise<OperationResult<FinishedTask>> {
  return callOperation('working_memory_finish', args, options)
}

/**
 * List tasks, as `working_memory_list` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function listTasks(
  args: ListTasksArguments,
  options?: AgentOptions,
): Promise<OperationResult<ListedTasks>> {
  return callOperation('working_memory_list', args, options)
}

/**
 * Get the prompts of an update, as `working_memory_prompts` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function makePrompts(
  args: MakePromptsArguments,
  options?: AgentOptions,
): Promise<OperationResult<MadePrompts>> {
  return callOperation('working_memory_prompts', args, options)
}

/**
 * Show the memory of a task, as `working_memory_show` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function showTask(
  args: ShowTaskArguments,
  options?: AgentOptions,
): Promise<OperationResult<ShownTask>> {
  return callOperation('working_memory_show', args, options)
}

/**
 * Start the memory of a task, as `working_memory_start` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function startTask(
  args: StartTaskArguments,
  options?: AgentOptions,
): Promise<OperationResult<StartedTask>> {
  return callOperation('working_memory_start', args, options)
}

/**
 * Update the memory of a task by models, as `working_memory_update` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function updateTaskMemory(
  args: UpdateTaskMemoryArguments,
  options?: AgentOptions,
): Promise<OperationResult<UpdatedTaskMemory>> {
  return callOperation('working_memory_update', args, options)
}

/**
 * Get workspace context, as `workspace_get_context` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function getContext(
  args: ContextArguments,
  options?: AgentOptions,
): Promise<OperationResult<ContextData>> {
  return callOperation('workspace_get_context', args, options)
}

/**
 * Save a decision or lesson, as `workspace_save_memory` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function saveMemory(
  args: SaveArguments,
  options?: AgentOptions,
): Promise<OperationResult<SavedData>> {
  return callOperation('workspace_save_memory', args, options)
}
