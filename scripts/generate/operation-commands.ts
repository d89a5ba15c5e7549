import { DECLARED } from './headers.ts'
import type { NamedOperation } from './named-operations.ts'
import type { Output } from './output.ts'

/** `src/layouts/operation-commands.ts`: the operations in the list of commands, without their code. */
export function operationCommands(operations: readonly NamedOperation[]): Output {
  const rows = operations.flatMap(({ operation, layout }) => {
    if (!operation.command) return []
    const { name, summary } = operation.command
    const fields = { name, summary, operation: operation.name, layout }
    const lines = Object.entries(fields).map(([key, value]) => `    ${key}: ${quoted(value)},`)
    return [`  {\n${lines.join('\n')}\n  },`]
  })
  const declaration = 'export const OPERATION_COMMANDS: readonly OperationCommandEntry[] = ['
  return {
    path: 'src/layouts/operation-commands.ts',
    text: `${[
      DECLARED,
      '',
      '/** The command of an operation. */',
      'export type OperationCommandEntry = {',
      '  /** `save`, or a group and the name in it. */',
      '  readonly name: string',
      '  readonly summary: string',
      '  readonly operation: string',
      '  readonly layout: string',
      '}',
      '',
      '/** The commands of operations: an operation itself is loaded only when its command is named. */',
      ...(rows.length === 0 ? [`${declaration}]`] : [declaration, ...rows, ']']),
    ].join('\n')}\n`,
  }
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
