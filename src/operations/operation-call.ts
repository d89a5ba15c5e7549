import type { JsonObject } from '../core/json.ts'
import type { Layout } from '../core/layout.ts'
import { UserError } from '../core/messages.ts'
import type { AnsweredRequest, AskModels } from '../core/model.ts'
import type { Operation, OperationFace, OperationName, Refusal } from '../core/operation.ts'
import type { Schema } from '../core/schema.ts'
import type { PlannedTexts } from '../engine/derived-files.ts'
import { type RecentFacts, recentFacts } from '../engine/documents/facts.ts'
import type { LockPorts } from '../engine/locked-write.ts'
import type { Places } from '../git/list-work-tree.ts'
import type { Project } from '../snapshot/project.ts'
import type { RecentSearch } from './search/search-request.ts'
import type { Embedder } from './search/vectors.ts'

/** An operation, and the layout whose memory it reads or writes. */
export type LayoutOperation = { readonly operation: Operation; readonly layout: Layout }

/** An operation in the registry: it is loaded when something asks for `operation`. */
export type RegisteredOperation = LayoutOperation & OperationName

/** An operation over the memory of all layouts. It only reads. */
export type SharedOperation<Args extends JsonObject = JsonObject, Data extends JsonObject = JsonObject> = {
  readonly operation: OperationFace & { readonly input: Schema<Args>; readonly output: Schema<Data> }
  readonly layout: null
  /** Its name in the library. */
  readonly function: string
  /** Throws `UserError` for a wrong request. A method, for the reason that `Operation` gives. */
  run(args: Args, options: OperationOptions): Promise<OperationResult<Data>>
}

/** Whatever agents can call. */
export type AnyOperation = LayoutOperation | SharedOperation

/** True for an operation that asks language models. */
export function asksModels({ operation }: AnyOperation): boolean {
  return 'requests' in operation && operation.requests !== undefined
}

/** What a long-running process remembers between its calls. */
export type RecentReads = { readonly facts: RecentFacts; readonly search: RecentSearch }

export function recentReads(): RecentReads {
  return { facts: recentFacts(), search: { last: null } }
}

/** One call of an operation. */
export type OperationOptions = {
  readonly cwd: string
  readonly config?: string | undefined
  /** Use the facts of earlier runs, and keep new ones for later runs. */
  readonly cache: boolean
  /** `YYYY-MM-DD` */
  readonly today: string
  /** Gives the instant of a plan, as `OperationInput` has it, anew for each; the machine's clock when absent. */
  readonly clock?: (() => string) | undefined
  /** The random ids of the call, as `OperationInput` has them: new ones when absent. */
  readonly mint?: ((n: number) => string) | undefined
  readonly recent?: RecentReads | undefined
  readonly ports?: LockPorts | undefined
  /** Settings for this call alone, over those of the repository: never what an agent gives. */
  readonly settings?: JsonObject | undefined
  /** Who calls, as `OperationInput` has it. */
  readonly caller?: string | undefined
  /** Asked where nothing of the operation's layout is found: throws `UserError` where it may not be called there. */
  readonly assertUsed?: (() => Promise<void>) | undefined
  /** Ends the call before anything is written: it is then a refusal. */
  readonly signal?: AbortSignal | undefined
  /** Asks models; an operation that needs them is refused without it. */
  readonly ask?: AskModels | undefined
  /** The user's own endpoint for embeddings. */
  readonly embedder?: (() => Promise<Embedder | null>) | undefined
  /** Called between the steps of the call: `done` of `of` are over, and `text` names the next. */
  readonly progress?: ((step: OperationStep) => void) | undefined
}

/** How far a call is. `done` never falls, and has a fraction while models answer. */
export type OperationStep = { readonly done: number; readonly of: number; readonly text: string }

/** The result of a call. Every text in it was written by people and agents: it is untrusted. */
export type OperationResult<Data = JsonObject> =
  | {
      /** For a model to read: YAML. */
      readonly text: string
      /** The same as data. */
      readonly data: Data
      /** Paths of the files that were written, derived ones included. */
      readonly written: readonly string[]
      /** What was changed, or what a dry run would change: for people to look at. */
      readonly plan: PlannedTexts
      /** One-line remarks: what could not be done apart from the request itself. */
      readonly notes: readonly string[]
      /** A part of what was asked for was not done. */
      readonly partly?: true
    }
  | Refusal

/** A call whose arguments fit, in the project that it is for. */
export type OperationCall = LayoutOperation & {
  readonly args: JsonObject
  /** Taken when the memory has been read from which the plan is made: what other writers wrote there is never of later. */
  readonly now: string
  readonly clock: () => string
  /** Fixed for the call, however often its plan is made. */
  readonly mint: (n: number) => string
  /** What models said before the plan is made. */
  readonly replies?: readonly AnsweredRequest[]
  readonly project: Project
  readonly options: OperationOptions
  /** The part of the repository that is read; all of it when absent. */
  readonly places?: Places
}

const STEPS = ['read the memory', 'ask the models', 'wait for other writers', 'write'] as const

/** Says which step of a call is next. Throws `UserError` for a call that was cancelled: no step follows. */
export function beginStep(
  { operation, options: { signal, progress } }: OperationCall,
  text: (typeof STEPS)[number],
): void {
  assertGoesOn(signal)
  const steps = STEPS.filter((step) => operation.requests || step !== 'ask the models')
  progress?.({ done: steps.indexOf(text), of: steps.length, text })
}

/** Throws `UserError` for a call that was cancelled. */
export function assertGoesOn(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new UserError('The call was cancelled', 'Nothing was written.')
}

/** Says with each reply how many of a round are there. A round is half of what is left of the step. */
export function answersShown(
  { options: { progress } }: OperationCall,
  { round, of }: { readonly round: number; readonly of: number },
): () => void {
  let answers = 0
  return () => {
    answers += 1
    const left = 2 ** -round
    const done = STEPS.indexOf('ask the models') + 1 - left + (left / 2) * (answers / of)
    progress?.({ done, of: STEPS.length, text: `models: ${answers} of ${of} answered` })
  }
}
