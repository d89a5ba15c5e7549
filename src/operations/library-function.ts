import { momentOf } from '../core/date.ts'
import type { JsonObject } from '../core/json.ts'
import type { Schema } from '../core/schema.ts'
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

/** A function of the library: it loads its operation when it is called, and calls it by name. */
export function libraryFunction<Args extends JsonObject, Data extends JsonObject>(
  load: () => Named<Args, Data>,
): (args: Args, options?: AgentOptions) => Promise<OperationResult<Data>> {
  return async (args, { cwd = process.cwd(), config, cache = true, today: day, settings } = {}) => {
    const options = { cwd, config, cache, settings, ...momentOf(day, new Date()) }
    const result = await runOperation(operationNamed(load().name), args, options)
    // It fits the schema of the answer.
    return result as OperationResult<Data>
  }
}

/** An operation, as the types of its function are inferred from it. */
type Named<Args extends JsonObject, Data extends JsonObject> = {
  readonly name: string
  readonly input: Schema<Args>
  readonly output: Schema<Data>
}
