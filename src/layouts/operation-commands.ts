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
