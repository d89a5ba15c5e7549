import { UserError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import type { Layout } from '../core/layout.ts'
import type { AnsweredRequest, AskModels } from '../core/model.ts'
import type { Operation, Refusal } from '../core/operation.ts'
import type { PlannedTexts } from '../engine/derived-files.ts'
import type { RecentFacts } from '../engine/documents/facts.ts'
import type { LockPorts } from '../engine/locked-write.ts'
import type { Places } from '../git/list-work-tree.ts'
import type { Project } from '../snapshot/project.ts'

/** An operation, and the layout whose memory it reads or writes. */
export type LayoutOperation = { readonly operation: Operation; readonly layout: Layout }

/** One call of an operation. */
export type OperationOptions = {
  readonly cwd: string
  readonly config?: string | undefined
  /** Use the facts of earlier runs, and keep new ones for later runs. */
  readonly cache: boolean
  /** `YYYY-MM-DD` */
  readonly today: string
  /** The instant of the call, as `OperationInput` has it: the clock's when absent. */
  readonly now?: string | undefined
  /** The random ids of the call, as `OperationInput` has them: new ones when absent. */
  readonly mint?: ((n: number) => string) | undefined
  /** What a long-running process remembers between its calls (`recentFacts`). */
  readonly recent?: RecentFacts | undefined
  readonly ports?: LockPorts | undefined
  /** Settings for this call alone, over those of the repository: never what an agent gives. */
  readonly settings?: JsonObject | undefined
  /** Who calls, as `OperationInput` has it. */
  readonly caller?: string | undefined
  /** Ends the call before anything is written: it is then a refusal. */
  readonly signal?: AbortSignal | undefined
  /** Asks models; an operation that needs them is refused without it. */
  readonly ask?: AskModels | undefined
  /** Called between the steps of the call: `done` of `of` are over, and `text` names the next. */
  readonly progress?: ((step: OperationStep) => void) | undefined
}

/** How far a call is. `done` never falls. */
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

const STEPS = ['read the memory', 'ask the models', 'wait for other writers', 'write'] as const

/** Says which step of a call is next. Throws `UserError` for a call that was cancelled: no step follows. */
export function beginStep(
  { operation, options: { signal, progress } }: OperationCall,
  text: (typeof STEPS)[number],
): void {
  if (signal?.aborted) throw new UserError('The call was cancelled', 'Nothing was written.')
  const steps = STEPS.filter((step) => operation.requests || step !== 'ask the models')
  progress?.({ done: steps.indexOf(text), of: steps.length, text })
}

/** A call whose arguments fit, in the project that it is for. */
export type OperationCall = LayoutOperation & {
  readonly args: JsonObject
  /** Fixed for the call, however often its plan is made. */
  readonly now: string
  readonly mint: (n: number) => string
  /** What models said before the plan is made. */
  readonly replies?: readonly AnsweredRequest[]
  readonly project: Project
  readonly options: OperationOptions
  /** The part of the repository that is read; all of it when absent. */
  readonly places?: Places
}
