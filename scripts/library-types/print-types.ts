import type { JsonObject } from '../../src/core/json.ts'
import { type NamedOperation, namedOperations, sharedNamed } from '../generate/named-operations.ts'
import { type NamedTypes, schemaType } from './schema-types.ts'

/**
 * The declarations of the library's functions, and of what they take and give, as users read them: with the names and the
 * descriptions of the schemas, which the types that the compiler infers from the schemas have not.
 */
export function printedTypes(): string {
  const named: NamedTypes = new Map()
  const functions = [...sharedNamed(), ...namedOperations()].map((operation) =>
    functionText(operation, named),
  )
  const types = [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
  return [
    "import type { AgentOptions } from './library-function.ts'\n",
    "import type { OperationResult } from './operation-call.ts'\n",
    ...functions,
    ...types,
  ]
    .join('')
    .replace(/^(?: {2})+/gm, (spaces) => `${spaces}${spaces}`) // as the compiler indents
}

function functionText({ name, operation }: NamedOperation, named: NamedTypes): string {
  const { input, output } = operation
  const pascal = name.charAt(0).toUpperCase() + name.slice(1)
  const args = rootType(input, `${pascal}Arguments`, named, true)
  const data = rootType(output, `${pascal}Data`, named, false)
  return `${[
    '/**',
    ` * ${operation.title}, as \`${operation.name}\` does. What it cannot do is a refusal (\`'refusal' in result\`), which says`,
    ' * what to do instead: it throws `UserError` only for wrong options, and in a build without the layout.',
    ' */',
    `export declare function ${name}(args: ${args}, options?: AgentOptions): Promise<OperationResult<${data}>>`,
  ].join('\n')}\n`
}

function rootType(schema: JsonObject, name: string, named: NamedTypes, isInput: boolean): string {
  return schemaType('x-type' in schema ? schema : { ...schema, 'x-type': name }, named, isInput)
}
