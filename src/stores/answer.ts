import type { JsonObject } from '../core/json.ts'
import { safeText } from '../core/messages.ts'
import type { Answer, AnswerText, OperationReview, Refusal } from '../core/operation.ts'
import type { MovingPlan } from '../core/write-plan.ts'
import { yamlText } from '../formats/yaml/yaml-text.ts'

/** Why something cannot be done, and what to do instead. */
export function refuse(refusal: string, help: string): Refusal {
  return { refusal, help }
}

/** `Did you mean x? ` for a word that is near to what was said; empty without one. */
export function didYouMean(meant: string | undefined): string {
  return meant === undefined ? '' : `Did you mean ${safeText(meant)}? `
}

/** Data as an answer has it: as text for a model to read, and as it is. */
export function answerOf<Data extends JsonObject>(data: Data): AnswerText<Data> {
  return { text: yamlText(data), data }
}

type CanBeDry = { readonly dry_run?: boolean }

/** What is to be written. A plan is empty where there is nothing to do. */
type Planned = { readonly plan: MovingPlan; readonly review?: OperationReview }

/** The same, and what to know about it. */
export type Write = Planned & { readonly notes?: readonly string[] }

/** Data as an answer has it, with what is to be written. */
export function planAnswer<Data extends JsonObject>(
  { dry_run = false }: CanBeDry,
  data: Data,
  { plan, review }: Planned,
): Answer<Data> {
  return {
    ...answerOf(data),
    ...(plan.size > 0 && { plan }),
    ...(dry_run && { dryRun: true }),
    ...(review && { review }),
  }
}

/** What every write answers around its own data. */
export type Written = {
  readonly saved: boolean
  readonly dry_run?: boolean
  readonly notes?: readonly string[]
}

/**
 * The answer of an operation that writes: `saved` comes first and says whether anything is written; `dry_run` and notes come last,
 * where there are any.
 */
export function writeAnswer<More extends JsonObject>(
  args: CanBeDry,
  more: More,
  { notes = [], ...write }: Write,
): Answer<Written & More> {
  const isDry = args.dry_run === true
  const data = {
    saved: write.plan.size > 0 && !isDry,
    ...more,
    ...(isDry && { dry_run: true }),
    ...(notes.length > 0 && { notes }),
  }
  return planAnswer(args, data, write)
}
