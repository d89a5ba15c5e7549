import { momentOf } from '../core/date.ts'
import type { JsonObject } from '../core/json.ts'
import type { OperationResult } from './operation-call.ts'
import { operationNamed } from './registry.ts'
import { runOperation } from './run-operation.ts'

/** Where, with what, and on which day an operation is called. */
export type AgentOptions = {
  /** A directory of the repository whose memory it is; the working directory when absent. */
  readonly cwd?: string | undefined
  /** Settings file, instead of `memkeep.yaml` at the root. */
  readonly config?: string | undefined
  /** Use the facts of earlier runs, and keep new ones for later runs; true when absent. */
  readonly cache?: boolean | undefined
  /** Today as `YYYY-MM-DD`, or an instant as an ISO 8601 timestamp: it dates what is written. The clock's when absent. */
  readonly today?: string | undefined
  /** Settings of layouts for this call alone, by the keys of the settings file: `{ agentMemory: { root: '.notes' } }`. */
  readonly settings?: JsonObject | undefined
}

/** Calls an operation by its name, for the functions of the library: the caller gives the types of its schemas. */
export async function callOperation<Data>(
  name: string,
  args: object,
  { cwd = process.cwd(), config, cache = true, today: day, settings }: AgentOptions = {},
): Promise<OperationResult<Data>> {
  const options = { cwd, config, cache, settings, ...momentOf(day, new Date()) }
  const result = await runOperation(operationNamed(name), args, options)
  return result as OperationResult<Data>
}
