import type { JsonObject } from '../../src/core/json.ts'
import type { LayoutOperations, OperationFace } from '../../src/core/operation.ts'
import { sharedOperations } from '../../src/operations/registry.ts'
import { camelCase } from './camel-case.ts'
import { DECLARED } from './headers.ts'
import type { Output } from './output.ts'
import { type NamedTypes, schemaType } from './schema-types.ts'

/** An operation and the name of its export, which its function in the library has too. */
export type NamedOperation = {
  readonly name: string
  readonly operation: OperationFace
  readonly layout: string
}

/** Every operation with the name of its file, in the order of the registry. */
export function namedOperations(
  all: readonly LayoutOperations[],
  filesOf: (layout: string) => readonly string[],
): readonly NamedOperation[] {
  return all.flatMap(({ layout, operations }) => {
    const names = filesOf(layout.id).map(camelCase)
    return operations.map((operation, i) => ({ name: names[i] ?? '', operation, layout: layout.id }))
  })
}

/** Operations over all layouts, by their functions in the library. */
export function sharedNamed(): readonly NamedOperation[] {
  return sharedOperations.map((one) => ({ name: one.function, operation: one.operation, layout: 'all' }))
}

/** The library's functions of operations, and the types of what they take and give. */
export function operationLibrary(operations: readonly NamedOperation[]): Output[] {
  const named: NamedTypes = new Map()
  const functions = operations.map((one) => {
    const { input, output } = one.operation
    return functionOf(one, {
      args: rootType(input, `${pascal(one.name)}Arguments`, named, true),
      data: rootType(output, `${pascal(one.name)}Data`, named, false),
    })
  })
  return [
    { path: 'src/layouts/operation-types.ts', text: typesText(named) },
    { path: 'src/operations/library.ts', text: libraryText(functions) },
  ]
}

type Declared = { readonly text: string; readonly types: readonly string[] }

function rootType(schema: JsonObject, name: string, named: NamedTypes, isInput: boolean): string {
  return schemaType('x-type' in schema ? schema : { ...schema, 'x-type': name }, named, isInput)
}

function functionOf(
  { name, operation }: NamedOperation,
  { args, data }: { readonly args: string; readonly data: string },
): Declared {
  const text = [
    '/**',
    ` * ${operation.title}, as \`${operation.name}\` does. What it cannot do is a refusal (\`'refusal' in result\`), which says`,
    ' * what to do instead: it throws only in a build without the layout.',
    ' */',
    `export function ${name}(`,
    `  args: ${args},`,
    '  options?: AgentOptions,',
    `): Promise<OperationResult<${data}>> {`,
    `  return callOperation('${operation.name}', args, options)`,
    '}',
  ].join('\n')
  return { text, types: [args, data] }
}

function typesText(named: NamedTypes): string {
  const texts = [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
  return `${DECLARED}\n\n${texts.length === 0 ? 'export {}\n' : texts.join('\n')}`
}

function libraryText(functions: readonly Declared[]): string {
  if (functions.length === 0) return `${DECLARED}\nexport {}\n`
  const types = [...new Set(functions.flatMap((one) => one.types))].sort((a, b) =>
    importOrder(a) < importOrder(b) ? -1 : 1,
  )
  return `${[
    DECLARED,
    `import type {\n${types.map((type) => `  ${type},`).join('\n')}\n} from '../layouts/operation-types.ts'`,
    "import { type AgentOptions, callOperation } from './call-operation.ts'",
    "import type { OperationResult } from './operation-call.ts'",
    '',
    functions.map(({ text }) => text).join('\n\n'),
  ].join('\n')}\n`
}

/** A text that sorts as names in imports do: letter by letter, the capital one first. */
function importOrder(name: string): string {
  return name.replace(/./g, (letter) => `${letter.toLowerCase()}${letter === letter.toLowerCase() ? 1 : 0}`)
}

function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
