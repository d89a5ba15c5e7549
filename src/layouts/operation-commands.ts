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
