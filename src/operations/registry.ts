import { safeText, UserError } from '../core/messages.ts'
import { declared } from '../core/operation.ts'
import { openMemory } from '../engine/open-memory.ts'
import { nearest } from '../formats/names.ts'
import { layoutOperations } from '../layouts/operations.ts'
import { auditMemory } from './audit/audit-memory.ts'
import type { AnyOperation, RegisteredOperation } from './operation-call.ts'
import { memorySearch } from './search/memory-search.ts'
import { shownSchema, writtenOutput } from './shown-schemas.ts'

/** Every operation of every layout of this build, with its layout. */
export function allOperations(): readonly RegisteredOperation[] {
  return layoutOperations.flatMap((own) =>
    own.names.operations.map((known) => ({
      ...known,
      layout: own.layout,
      get operation() {
        return declared(known.name, own.operations)
      },
    })),
  )
}

/** Operations over the memory of all layouts. */
export const sharedOperations = [memorySearch, auditMemory] as const

/** Throws `UserError` for an id of no layout that has operations. */
export function assertHaveOperations(ids: readonly string[]): void {
  const known = layoutOperations.flatMap(({ layout, names }) =>
    names.operations.length > 0 ? [layout.id] : [],
  )
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown === undefined) return
  throw new UserError(
    `No layout ${safeText(JSON.stringify(unknown))} has operations`,
    `These have: ${known.join(', ')}.`,
  )
}

/**
 * Ids of the layouts that a repository uses: those that its settings turn on, and those with files of theirs in the work tree.
 * Throws `UserError` as `openMemory` does.
 */
export async function usedLayouts(request: UsedRequest): Promise<readonly string[]> {
  const { layouts } = await openMemory(request)
  return layouts.map(({ id }) => id)
}

/** Where it is looked for, on which day. */
type UsedRequest = {
  readonly cwd: string
  readonly config: string | undefined
  readonly cache: boolean
  /** `YYYY-MM-DD` */
  readonly today: string
}

/** The operation of this name. Throws `UserError` when this build has none. */
export function operationNamed(name: string): AnyOperation {
  const own = allOperations()
  const named =
    own.find((one) => one.name === name) ?? sharedOperations.find(({ operation }) => operation.name === name)
  if (named) return named
  const shared = sharedOperations.map(({ operation }) => operation.name)
  const meant = nearest(name, [...own.map((one) => one.name), ...shared])
  const guess = meant === undefined ? '' : `Did you mean "${meant}"? `
  throw new UserError(
    `There is no operation ${safeText(JSON.stringify(name))}`,
    `${guess}\`memkeep tools\` lists all.`,
  )
}

/** Throws `UserError` for the name of no operation that agents are offered. */
export function assertOffered(name: string): void {
  const named = operationNamed(name)
  if (!('forPrograms' in named) || named.forPrograms !== true) return
  throw new UserError(
    `${name} is for programs, and no tool of agents`,
    `Call it from the library, or with \`memkeep tool ${name}\`.`,
  )
}

/** Every operation, or one. */
export function operationList(only?: AnyOperation): readonly ListedOperation[] {
  return (only ? [only] : [...allOperations(), ...sharedOperations]).map(listed)
}

/** An operation as data: its names, its hints and its schemas. */
export type ListedOperation = ReturnType<typeof listed>

function listed({ operation, layout }: AnyOperation) {
  const { name, title, description, details, everyday, input, command, ...rest } = operation
  const { readOnly, destructive, idempotent, openWorld } = rest
  return {
    name,
    title,
    description,
    ...(details !== undefined && { details }),
    everyday: everyday === true,
    ...(layout && { layout: layout.id }),
    ...(command && { command: `memkeep ${command.name}` }),
    readOnly,
    destructive,
    idempotent,
    openWorld: openWorld === true,
    input: shownSchema(input),
    output: writtenOutput(operation),
  }
}
