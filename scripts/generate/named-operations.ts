import type { OperationFace } from '../../src/core/operation.ts'
import { layoutOperations, operations } from '../../src/layouts/operations.ts'
import { sharedOperations } from '../../src/operations/registry.ts'

/** An operation and the name of its export, which its function in the library has too. */
export type NamedOperation = {
  readonly name: string
  readonly operation: OperationFace
  readonly layout: string
}

/** The operations of layouts, in the order of the registry. */
export function namedOperations(): readonly NamedOperation[] {
  const layoutOf = new Map(
    layoutOperations.flatMap(({ layout, operations: own }) =>
      own.map(({ name }) => [name, layout.id] as const),
    ),
  )
  return Object.entries(operations).map(([name, operation]) => ({
    name,
    operation,
    layout: layoutOf.get(operation.name) ?? '',
  }))
}

/** Operations over all layouts, by their functions in the library. */
export function sharedNamed(): readonly NamedOperation[] {
  return sharedOperations.map(({ function: name, operation }) => ({ name, operation, layout: 'all' }))
}
