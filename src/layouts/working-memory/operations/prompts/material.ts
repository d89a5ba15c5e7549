import type { JsonObject } from '../../../../core/json.ts'
import type { OperationInput, Refusal } from '../../../../core/operation.ts'
import type { KnownTask } from '../../store/known-task.ts'
import { readTask } from '../../store/known-task.ts'
import { integer, MOST_TEXT, TASK, text } from '../../store/schemas.ts'
import type { PromptMaterial } from './section-requests.ts'

/** What the prompts are made of, as arguments. */
export const PROMPT_ARGUMENTS = {
  task: TASK,
  description: text('What the task is about now. The one of its state when absent.', MOST_TEXT.description),
  context: {
    type: 'string',
    maxLength: MOST_TEXT.context,
    description:
      'What happened since the last update, oldest first: messages, output of tools, changes. The models get it as data.',
    'x-flag': { stdin: 'what happened since the last update' },
  },
  prompt_tokens: integer(
    'Most tokens of a prompt, as they are estimated: the oldest part of the context is left out first. 8000 when absent.',
    1000,
    { maximum: 200_000 },
  ),
} satisfies JsonObject

const PROMPT_TOKENS = 8000

/** A task, and what its prompts are made of; a refusal where the task is not said to be about anything. */
export function readMaterial(
  input: OperationInput,
): { readonly task: KnownTask; readonly material: PromptMaterial } | Refusal {
  const task = readTask(input)
  if ('refusal' in task) return task
  const { description: given, context, prompt_tokens } = input.args
  const description = typeof given === 'string' ? given : task.state.description
  if (description === null || description.trim() === '') {
    return {
      refusal: `Nothing says what the task ${task.name} is about`,
      help: 'Give it as `description`, or keep it with `working_memory_start`.',
    }
  }
  const material: PromptMaterial = {
    state: task.state,
    description,
    context: typeof context === 'string' && context.trim() !== '' ? context : null,
    promptTokens: typeof prompt_tokens === 'number' ? prompt_tokens : PROMPT_TOKENS,
    mint: input.mint,
  }
  return { task, material }
}
