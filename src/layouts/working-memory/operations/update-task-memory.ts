import { safeText } from '../../../core/messages.ts'
import type { AnsweredRequest } from '../../../core/model.ts'
import { defineOperation, type OperationInput, type Refusal } from '../../../core/operation.ts'
import { closedObject, count, flag, list, number, text, typed, type ValueOf } from '../../../core/schema.ts'
import { refuse } from '../../../stores/answer.ts'
import { NO_UPDATE, SECTION_IDS, type Update } from '../dsl/grammar.ts'
import { answerChange, CHANGED, CHANGED_REQUIRED, DRY_RUN, STRICT } from '../store/answers.ts'
import type { Refused, Said } from '../store/change-task.ts'
import { taskFiles } from '../store/known-task.ts'
import { PROMPT_ARGUMENTS, readMaterial } from './prompts/section-requests.ts'
import { type Asking, nextRequests, type SettledAnswer, settledAnswers } from './update/next-requests.ts'

const input = typed(
  'UpdateTaskMemoryArguments',
  closedObject(
    ['task'],
    {
      ...PROMPT_ARGUMENTS,
      without_context: flag('Nothing is given of what happened: the models see the memory alone.'),
      strict: STRICT,
      dry_run: { ...DRY_RUN, description: 'Asks the models, shows the change and writes nothing.' },
    },
    'The task, and what happened.',
  ),
)

const ASKED = typed(
  'AskedModel',
  closedObject(
    ['role', 'model', 'requests', 'seconds'],
    {
      role: text('The section.'),
      model: text('The name of the model in the file of the user.'),
      requests: count('How often it was asked.'),
      input_tokens: count('Tokens that it read, where it says so.'),
      output_tokens: count('Tokens that it wrote, where it says so.'),
      seconds: number('How long it took.'),
    },
    'A model that was asked.',
  ),
)

const output = typed(
  'UpdatedTaskMemory',
  closedObject(
    [...CHANGED_REQUIRED, 'models'],
    {
      ...CHANGED,
      models: list(ASKED, 'Who was asked.'),
    },
    'What became of it.',
  ),
)

type Input = OperationInput<ValueOf<typeof input>>

/** Updates the memory of a task by asking three models. */
export const updateTaskMemory = defineOperation({
  name: 'working_memory_update',
  title: 'Update the memory of a task by models',
  description: `Has the models of the user's own file update the memory of one task from what happened: one for the progress, one for the key learnings, one for the snippets, all at the same time. An answer that cannot be used is asked for again, at most twice; what is valid is applied. Use it where models are set up; else answer the prompts of \`memkeep working prompts\` yourself.

Give what happened since the last update as \`context\`: the models get it as data. It costs tokens: not after every small step.

Example: { "task": "lost-retries", "context": "The failing test is written. It fails in lease.ts." }`,
  input,
  output,
  readOnly: false,
  destructive: true,
  idempotent: false,
  openWorld: true,
  command: {
    name: 'working update',
    summary: 'update the memory of a task by asking three models',
    examples: ['memkeep working update lost-retries --context - < transcript.txt'],
  },
  wants: taskFiles,
  requests: (input) => {
    const asking = readAsking(input)
    return 'refusal' in asking ? asking : nextRequests(asking)
  },
  plan: (input) => {
    const { args, memory, now } = input
    const asking = readAsking(input)
    if ('refusal' in asking) return asking
    const { replies, isSecret, task } = asking
    const applying = {
      now,
      strict: args.strict === true,
      base: null,
      remarks: replies.length === 0 ? [] : [modelsLine(replies)],
      isSecret,
    }
    const more = { models: modelsOf(replies) }
    return answerChange(task, saidBy(settledAnswers(asking)), { args, applying, memory, more })
  },
})

function readAsking(input: Input): Asking | Refusal {
  const read = readMaterial(input)
  if ('refusal' in read) return read
  if (read.material.context === null && !input.args.without_context) {
    return refuse(
      'Nothing says what happened since the last update',
      'Give it as `context`, or set `without_context` to go without.',
    )
  }
  const { replies = [], isSecret = () => false } = input.outside ?? {}
  return { ...read, replies, isSecret }
}

/** The answers as one update: a section with a problem is left out, and listed. */
function saidBy(answers: readonly SettledAnswer[]): Said {
  let update: Update = NO_UPDATE
  const refused: Refused[] = []
  const notes: string[] = []
  for (const answer of answers) {
    if ('failure' in answer) {
      notes.push(`${answer.role}: the model gave no answer, ${safeText(answer.failure)}.`)
      continue
    }
    notes.push(...answer.notes)
    refused.push(...answer.problems)
    if (answer.isStale) refused.push(STALE)
    else if (answer.problems.length === 0) update = { ...update, [answer.role]: answer.update[answer.role] }
  }
  const failed = answers.flatMap((answer) => ('failure' in answer ? [answer.role] : []))
  return { update, sections: SECTION_IDS, refused, failed, notes }
}

const STALE: Refused = {
  section: 'progress',
  id: null,
  message: 'The progress changed while the model wrote',
  help: 'Update the task again.',
}

function modelsOf(replies: readonly AnsweredRequest[]): readonly ValueOf<typeof ASKED>[] {
  return SECTION_IDS.flatMap((role) => {
    const own = replies.filter(({ request }) => request.role === role)
    const [first] = own
    if (!first) return []
    const sum = (of: (reply: AnsweredRequest) => number | null): number | null =>
      own.map(of).reduce((a, b) => (a === null ? b : a + (b ?? 0)), null)
    const [input, output] = [sum(({ usage }) => usage.input), sum(({ usage }) => usage.output)]
    return [
      {
        role,
        model: first.model,
        requests: own.length,
        ...(input !== null && { input_tokens: input }),
        ...(output !== null && { output_tokens: output }),
        seconds: Math.round((sum(({ seconds }) => seconds) ?? 0) * 10) / 10,
      },
    ]
  })
}

/** A line of the log: no diff has one that starts so. */
function modelsLine(replies: readonly AnsweredRequest[]): string {
  const shown = modelsOf(replies).map(({ role, model, input_tokens, output_tokens, seconds }) => {
    const tokens =
      input_tokens === undefined && output_tokens === undefined
        ? []
        : [`${input_tokens ?? '?'} + ${output_tokens ?? '?'} tokens`]
    return `${role} by ${safeText(model)} (${[...tokens, `${seconds} s`].join(', ')})`
  })
  return `models: ${shown.join('; ')}`
}
