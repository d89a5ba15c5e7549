import { layoutOperations } from '../../src/layouts/operations.ts'
import { DECLARED } from './headers.ts'
import type { Output } from './output.ts'

/** `src/layouts/operation-names.ts`: what is asked of operations and prompts before one is called or listed. */
export function operationNames(): Output {
  const rows = layoutOperations.flatMap(({ layout, operations, prompts }) => [
    `  '${layout.id}': {`,
    '    operations: [',
    ...operations.map(
      ({ name, forPrograms }) => `      { name: '${name}'${forPrograms ? ', forPrograms: true' : ''} },`,
    ),
    '    ],',
    `    prompts: [${prompts.map(({ name }) => `'${name}'`).join(', ')}],`,
    '  },',
  ])
  return {
    path: 'src/layouts/operation-names.ts',
    text: `${[
      DECLARED,
      "import type { AgentNames } from '../core/operation.ts'",
      '',
      '/** The names of operations and prompts, by layout: they themselves are loaded when one is called or listed. */',
      'export const OPERATION_NAMES = {',
      ...rows,
      '} satisfies { readonly [layout: string]: AgentNames }',
    ].join('\n')}\n`,
  }
}
