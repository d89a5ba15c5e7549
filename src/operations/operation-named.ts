import { UserError } from '../core/errors.ts'
import { safeText } from '../core/safe-text.ts'
import { nearest } from '../formats/names.ts'
import { layoutOperations } from '../layouts/operations.ts'
import type { LayoutOperation } from './operation-call.ts'

/** Every operation of every layout of this build, with its layout. */
export function allOperations(): readonly LayoutOperation[] {
  return layoutOperations.flatMap(({ layout, operations }) =>
    operations.map((operation) => ({ operation, layout })),
  )
}

/** The operation of this name, with its layout. Throws `UserError` when no layout of this build has it. */
export function operationNamed(name: string): LayoutOperation {
  const all = allOperations()
  const found = all.find(({ operation }) => operation.name === name)
  if (found) return found
  const names = all.map(({ operation }) => operation.name)
  const meant = nearest(name, names)
  const guess = meant === undefined ? '' : `Did you mean "${meant}"? `
  throw new UserError(
    `No layout has an operation ${safeText(JSON.stringify(name))}`,
    `${guess}\`memkeep tools\` lists all.`,
  )
}
