import { instantOf, momentOf } from '../core/date.ts'
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'
import { assertOptions, COMMON, type OptionForms } from '../core/option-forms.ts'
import type { Schema } from '../core/schema.ts'
import { redactedData } from '../engine/redacted.ts'
import { assertDirectory } from '../snapshot/project.ts'
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
  /** Ends the call before its next step: nothing is written then, and the answer is a refusal. */
  readonly signal?: AbortSignal | undefined
}

const OPTIONS: OptionForms<AgentOptions> = {
  ...COMMON,
  today: {
    fits: (value) => typeof value === 'string' && instantOf(value) !== null,
    words: 'a day as YYYY-MM-DD, or a timestamp with its zone',
  },
  settings: { fits: (value) => isJsonObject(value as Json), words: 'an object of settings' },
  signal: { fits: (value) => value instanceof AbortSignal, words: 'an AbortSignal' },
}

/**
 * A function of the library: it loads its operation when it is called, and calls it by name. Stars replace secrets in the answer. Throws `UserError` for options
 * that there are not, or of a wrong form, and for a `cwd` that is no folder.
 */
export function libraryFunction<Args extends JsonObject, Data extends JsonObject>(
  load: () => Named<Args, Data>,
): (args: Args, options?: AgentOptions) => Promise<OperationResult<Data>> {
  return async (args, given = {}) => {
    const { name } = load()
    assertOptions(given, OPTIONS, name)
    const { cwd = process.cwd(), config, cache = true, today: day, settings, signal } = given
    assertDirectory(cwd)
    const moment = () => momentOf(day, new Date())
    const clock = () => moment().now
    const options = { cwd, config, cache, settings, signal, today: moment().today, clock }
    const result = await runOperation(operationNamed(name), args, options)
    // It fits the schema of the answer.
    return (await redactedData(result)) as OperationResult<Data>
  }
}

/** An operation, as the types of its function are inferred from it. */
type Named<Args extends JsonObject, Data extends JsonObject> = {
  readonly name: string
  readonly input: Schema<Args>
  readonly output: Schema<Data>
}
