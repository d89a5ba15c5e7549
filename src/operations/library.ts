// Generated from the operations of layouts by `npm run generate`: do not edit.
import type {
  ContextArguments,
  ContextData,
  SaveArguments,
  SavedData,
} from '../layouts/operation-types.ts'
import { type AgentOptions, callOperation } from './call-operation.ts'
import type { OperationResult } from './operation-call.ts'

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
