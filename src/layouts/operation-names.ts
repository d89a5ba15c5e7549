// Generated from the operations of layouts by `npm run generate`: do not edit.
import type { AgentNames } from '../core/operation.ts'

/** The names of operations and prompts, by layout: they themselves are loaded when one is called or listed. */
export const OPERATION_NAMES = {
  'agent-memory': {
    operations: [
      { name: 'memory_add' },
      { name: 'memory_compact' },
      { name: 'memory_find' },
      { name: 'memory_get' },
      { name: 'memory_list' },
      { name: 'memory_weekly' },
      { name: 'memory_promote' },
      { name: 'memory_restore' },
      { name: 'memory_update' },
    ],
    prompts: [],
  },
  'atomic': {
    operations: [
      { name: 'archive_memory' },
      { name: 'list_memories' },
      { name: 'read_memory' },
      { name: 'search_memory' },
      { name: 'update_fact' },
      { name: 'update_goal' },
      { name: 'update_task' },
      { name: 'write_decision' },
      { name: 'write_fact' },
      { name: 'write_goal' },
      { name: 'write_reflection' },
      { name: 'write_task' },
    ],
    prompts: [],
  },
  'cowork': {
    operations: [
      { name: 'add_decision' },
      { name: 'add_pattern' },
      { name: 'end_session' },
      { name: 'ensure_iteration_memory', forPrograms: true },
      { name: 'get_memory_context' },
      { name: 'load_iteration_memory', forPrograms: true },
      { name: 'load_memory_detail' },
      { name: 'load_project_memory', forPrograms: true },
      { name: 'promote_to_project_memory' },
      { name: 'query_memory', forPrograms: true },
      { name: 'query_memory_index' },
      { name: 'resolve_session_issue' },
      { name: 'save_iteration_memory', forPrograms: true },
      { name: 'save_project_memory', forPrograms: true },
      { name: 'save_session_memory' },
      { name: 'set_project_context' },
      { name: 'set_session_stage' },
      { name: 'show_session' },
      { name: 'start_session' },
    ],
    prompts: [],
  },
  'working-memory': {
    operations: [
      { name: 'working_memory_apply' },
      { name: 'working_memory_archive', forPrograms: true },
      { name: 'working_memory_finish' },
      { name: 'working_memory_list' },
      { name: 'working_memory_prompts' },
      { name: 'working_memory_show' },
      { name: 'working_memory_start' },
      { name: 'working_memory_update' },
    ],
    prompts: [],
  },
  'workspace': {
    operations: [
      { name: 'workspace_get_context' },
      { name: 'workspace_save_memory' },
    ],
    prompts: ['review_session'],
  },
} satisfies { readonly [layout: string]: AgentNames }
