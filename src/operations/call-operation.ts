import { today } from '../core/date.ts'
import type { OperationResult } from './operation-call.ts'
import { operationNamed } from './registry.ts'
import { runOperation } from './run-operation.ts'

/** Where, with what, and on which day an operation is called. */
export type AgentOptions = {
  /** A directory of the repository whose memory it is. */
  readonly cwd: string
  /** Settings file, instead of `memkeep.yaml` at the root. */
  readonly config?: string | undefined
  /** Facts of earlier runs are used, and kept for later ones; true when absent. */
  readonly cache?: boolean | undefined
  /** The day that is today, as `YYYY-MM-DD`: what is written is dated by it. The local calendar day when absent. */
  readonly today?: string | undefined
}

/** Calls an operation by its name, as a function of the library does: the types of its schemas are the caller's. */
export async function callOperation<Data>(
  name: string,
  args: object,
  { cwd, config, cache = true, today: day }: AgentOptions,
): Promise<OperationResult<Data>> {
  const options = { cwd, config, cache, today: day ?? today(new Date()) }
  const result = await runOperation(operationNamed(name), args, options)
  return result as OperationResult<Data>
}
