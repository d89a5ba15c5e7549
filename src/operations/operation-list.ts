import type { JsonObject } from '../core/json.ts'
import type { LayoutOperation } from './operation-call.ts'
import { allOperations } from './operation-named.ts'
import { shownSchema } from './shown-schema.ts'
import { writtenOutput } from './written-output.ts'

/** An operation as data: its names, its hints and its schemas. */
export type ListedOperation = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly layout: string
  /** `memkeep save`, where it has its own command. */
  readonly command?: string
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
  readonly openWorld: boolean
  readonly input: JsonObject
  readonly output: JsonObject
}

/** Every operation, or one. */
export function operationList(only?: LayoutOperation): readonly ListedOperation[] {
  return (only ? [only] : allOperations()).map(listed)
}

function listed({ operation, layout }: LayoutOperation): ListedOperation {
  const { name, title, description, input, readOnly, destructive, idempotent, openWorld, command } = operation
  return {
    name,
    title,
    description,
    layout: layout.id,
    ...(command && { command: `memkeep ${command.name}` }),
    readOnly,
    destructive,
    idempotent,
    openWorld: openWorld === true,
    input: shownSchema(input),
    output: writtenOutput(operation),
  }
}
