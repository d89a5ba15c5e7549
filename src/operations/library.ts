// Generated from the operations of layouts by `npm run generate`: do not edit.
import type {
  AddedRecord,
  AddRecordArguments,
  CompactionResult,
  CompactRecordsArguments,
  ContextArguments,
  ContextData,
  FindRecordsArguments,
  FoundRecords,
  GetRecordArguments,
  GotRecord,
  ListedRecords,
  ListRecordsArguments,
  MaintainRecordsArguments,
  MaintenanceResult,
  PromotedRecord,
  PromoteRecordArguments,
  RestoredRecord,
  RestoreRecordArguments,
  SaveArguments,
  SavedData,
  UpdatedRecord,
  UpdateRecordArguments,
} from '../layouts/operation-types.ts'
import { type AgentOptions, callOperation } from './call-operation.ts'
import type { OperationResult } from './operation-call.ts'

/**
 * Add a memory, as `memory_add` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function addRecord(
  args: AddRecordArguments,
  options: AgentOptions,
): Promise<OperationResult<AddedRecord>> {
  return callOperation('memory_add', args, options)
}

/**
 * Compact a scope of memory, as `memory_compact` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function compactRecords(
  args: CompactRecordsArguments,
  options: AgentOptions,
): Promise<OperationResult<CompactionResult>> {
  return callOperation('memory_compact', args, options)
}

/**
 * Find memories, as `memory_find` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function findRecords(
  args: FindRecordsArguments,
  options: AgentOptions,
): Promise<OperationResult<FoundRecords>> {
  return callOperation('memory_find', args, options)
}

/**
 * Get a memory, as `memory_get` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function getRecord(
  args: GetRecordArguments,
  options: AgentOptions,
): Promise<OperationResult<GotRecord>> {
  return callOperation('memory_get', args, options)
}

/**
 * List memories, as `memory_list` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function listRecords(
  args: ListRecordsArguments,
  options: AgentOptions,
): Promise<OperationResult<ListedRecords>> {
  return callOperation('memory_list', args, options)
}

/**
 * Weekly care of memory, as `memory_weekly` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function maintainRecords(
  args: MaintainRecordsArguments,
  options: AgentOptions,
): Promise<OperationResult<MaintenanceResult>> {
  return callOperation('memory_weekly', args, options)
}

/**
 * Promote a memory, as `memory_promote` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function promoteRecord(
  args: PromoteRecordArguments,
  options: AgentOptions,
): Promise<OperationResult<PromotedRecord>> {
  return callOperation('memory_promote', args, options)
}

/**
 * Restore a memory, as `memory_restore` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function restoreRecord(
  args: RestoreRecordArguments,
  options: AgentOptions,
): Promise<OperationResult<RestoredRecord>> {
  return callOperation('memory_restore', args, options)
}

/**
 * Update a memory, as `memory_update` does. What it cannot do is a refusal (`'refusal' in result`), which says
 * what to do instead: it throws only in a build without the layout.
 */
export function updateRecord(
  args: UpdateRecordArguments,
  options: AgentOptions,
): Promise<OperationResult<UpdatedRecord>> {
  return callOperation('memory_update', args, options)
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
