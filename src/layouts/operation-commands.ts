// Generated from the operations of layouts by `npm run generate`: do not edit.

/** The command of an operation. */
export type OperationCommandEntry = {
  /** `save`, or a group and the name in it. */
  readonly name: string
  readonly summary: string
  readonly operation: string
  readonly layout: string
}

/** The commands of operations: an operation itself is loaded only when its command is named. */
export const OPERATION_COMMANDS: readonly OperationCommandEntry[] = [
  {
    name: 'memory add',
    summary: 'add a fact, a decision, a procedure or a note to the memory of this checkout',
    operation: 'memory_add',
    layout: 'agent-memory',
  },
  {
    name: 'memory compact',
    summary: 'report records of a scope that say the same; with --apply, archive all but one of each',
    operation: 'memory_compact',
    layout: 'agent-memory',
  },
  {
    name: 'memory find',
    summary: 'find records by words, scope, kind, tags and entities, as many as fit a token budget',
    operation: 'memory_find',
    layout: 'agent-memory',
  },
  {
    name: 'memory get',
    summary: 'print one record whole',
    operation: 'memory_get',
    layout: 'agent-memory',
  },
  {
    name: 'memory list',
    summary: 'list records by scope, kind, tags and entities, the last changed first',
    operation: 'memory_list',
    layout: 'agent-memory',
  },
  {
    name: 'memory weekly',
    summary: 'report what the memory needs, scope by scope; with --apply, do what can be done',
    operation: 'memory_weekly',
    layout: 'agent-memory',
  },
  {
    name: 'memory promote',
    summary: 'move a record to a scope that is kept longer',
    operation: 'memory_promote',
    layout: 'agent-memory',
  },
  {
    name: 'memory restore',
    summary: 'bring a record back from the archive',
    operation: 'memory_restore',
    layout: 'agent-memory',
  },
  {
    name: 'memory update',
    summary: 'change fields of a record',
    operation: 'memory_update',
    layout: 'agent-memory',
  },
  {
    name: 'atomic archive',
    summary: 'move a fact, a finished task or an ended goal to the archive',
    operation: 'archive_memory',
    layout: 'atomic',
  },
  {
    name: 'atomic list',
    summary: 'list the items of the memory',
    operation: 'list_memories',
    layout: 'atomic',
  },
  {
    name: 'atomic read',
    summary: 'print items of one category whole',
    operation: 'read_memory',
    layout: 'atomic',
  },
  {
    name: 'atomic search',
    summary: 'search the memory by words: file names, then front matter, then content',
    operation: 'search_memory',
    layout: 'atomic',
  },
  {
    name: 'atomic fact',
    summary: 'correct a fact in its place',
    operation: 'update_fact',
    layout: 'atomic',
  },
  {
    name: 'atomic goal',
    summary: 'refine a goal, or mark it achieved or abandoned',
    operation: 'update_goal',
    layout: 'atomic',
  },
  {
    name: 'atomic task',
    summary: 'move a task forward; one that is done is archived',
    operation: 'update_task',
    layout: 'atomic',
  },
  {
    name: 'atomic write-decision',
    summary: 'record a locked choice; it is never edited, only superseded',
    operation: 'write_decision',
    layout: 'atomic',
  },
  {
    name: 'atomic write-fact',
    summary: 'write a long-term truth',
    operation: 'write_fact',
    layout: 'atomic',
  },
  {
    name: 'atomic write-goal',
    summary: 'define an objective',
    operation: 'write_goal',
    layout: 'atomic',
  },
  {
    name: 'atomic write-reflection',
    summary: 'record a subjective observation',
    operation: 'write_reflection',
    layout: 'atomic',
  },
  {
    name: 'atomic write-task',
    summary: 'create a thing to do',
    operation: 'write_task',
    layout: 'atomic',
  },
  {
    name: 'cowork add-decision',
    summary: 'write a decision into project memory',
    operation: 'add_decision',
    layout: 'cowork',
  },
  {
    name: 'cowork add-pattern',
    summary: 'write a pattern into project memory',
    operation: 'add_pattern',
    layout: 'cowork',
  },
  {
    name: 'cowork session end',
    summary: 'end the session: its memory is cleared, and what no commit has of it is kept aside',
    operation: 'end_session',
    layout: 'cowork',
  },
  {
    name: 'cowork context',
    summary: 'count decisions, patterns, and what the session collected',
    operation: 'get_memory_context',
    layout: 'cowork',
  },
  {
    name: 'cowork load',
    summary: 'print one memory item whole',
    operation: 'load_memory_detail',
    layout: 'cowork',
  },
  {
    name: 'cowork promote',
    summary: 'make an item of a session a decision or a pattern of the project',
    operation: 'promote_to_project_memory',
    layout: 'cowork',
  },
  {
    name: 'cowork query',
    summary: 'list decisions, patterns and what the session collected, newest first',
    operation: 'query_memory_index',
    layout: 'cowork',
  },
  {
    name: 'cowork resolve',
    summary: 'mark an issue of the session as resolved',
    operation: 'resolve_session_issue',
    layout: 'cowork',
  },
  {
    name: 'cowork save',
    summary: 'save an insight, an issue or a learning of the session',
    operation: 'save_session_memory',
    layout: 'cowork',
  },
  {
    name: 'cowork context set',
    summary: 'set what the project is built with',
    operation: 'set_project_context',
    layout: 'cowork',
  },
  {
    name: 'cowork session stage',
    summary: 'say at which stage the session is',
    operation: 'set_session_stage',
    layout: 'cowork',
  },
  {
    name: 'cowork session show',
    summary: 'say which session is active, and which there were',
    operation: 'show_session',
    layout: 'cowork',
  },
  {
    name: 'cowork session start',
    summary: 'start a session, or go on with one that failed',
    operation: 'start_session',
    layout: 'cowork',
  },
  {
    name: 'working apply',
    summary: 'apply an update to the memory of a task',
    operation: 'working_memory_apply',
    layout: 'working-memory',
  },
  {
    name: 'working archive',
    summary: 'archive a key learning or snippet of a task, with a reason',
    operation: 'working_memory_archive',
    layout: 'working-memory',
  },
  {
    name: 'working finish',
    summary: 'mark a task as finished; its memory stays',
    operation: 'working_memory_finish',
    layout: 'working-memory',
  },
  {
    name: 'working list',
    summary: 'list the tasks that have a short-term memory',
    operation: 'working_memory_list',
    layout: 'working-memory',
  },
  {
    name: 'working prompts',
    summary: 'give the three prompts of an update, to be answered by an agent',
    operation: 'working_memory_prompts',
    layout: 'working-memory',
  },
  {
    name: 'working show',
    summary: 'show the short-term memory of a task',
    operation: 'working_memory_show',
    layout: 'working-memory',
  },
  {
    name: 'working start',
    summary: 'start the short-term memory of a task',
    operation: 'working_memory_start',
    layout: 'working-memory',
  },
  {
    name: 'working update',
    summary: 'update the memory of a task by asking three models',
    operation: 'working_memory_update',
    layout: 'working-memory',
  },
  {
    name: 'context',
    summary: 'print what the memory holds of a workspace, as agents get it',
    operation: 'workspace_get_context',
    layout: 'workspace',
  },
  {
    name: 'save',
    summary: 'save a decision or a lesson: checked, written, and the index with it; exit 1 when it is refused',
    operation: 'workspace_save_memory',
    layout: 'workspace',
  },
]
