import type { JsonObject } from '../../core/json.ts'
import { GOAL_STATUSES, GOAL_WORDS, TASK_STATUSES, TASK_WORDS } from './statuses.ts'

/** A field that is not given may also be there without a value: writers store their `None` as `null`. */
const optional = (
  type: string | readonly string[],
  description: string,
  more: JsonObject = {},
): JsonObject => ({
  type: [type, 'null'].flat(),
  description,
  ...more,
})

const text = (description: string): JsonObject => optional('string', description, { minLength: 1 })

const status = (
  choices: readonly string[],
  words: { readonly [word: string]: string },
  description: string,
): JsonObject => ({ type: 'string', enum: choices, 'x-synonyms': words, description })

const COMMON: { readonly [key: string]: JsonObject } = {
  id: {
    type: 'string',
    pattern: '^\\S+$',
    description: 'A name without spaces that no other item of the memory has.',
  },
  title: { type: 'string', minLength: 1, description: 'What the item is about, in one line.' },
  created: { type: 'string', format: 'date', description: 'The day it was written.' },
  tags: optional('array', 'Words to filter by.', { items: { type: 'string', minLength: 1 } }),
}

const schema = (
  properties: { readonly [key: string]: JsonObject },
  required: readonly string[] = [],
): JsonObject => ({
  type: 'object',
  required: ['id', 'title', 'created', ...required],
  properties: { ...COMMON, ...properties },
})

/** Front matter of each kind; fields that it does not name are kept and not reported. */
export const schemas: {
  readonly [kind in 'fact' | 'decision' | 'goal' | 'task' | 'reflection']: JsonObject
} = {
  fact: schema({
    confidence: optional('number', 'How sure it is, from 0 to 1.', { minimum: 0, maximum: 1 }),
    source: text('Who or what said so.'),
  }),
  decision: schema({
    supersedes: text('The id of the decision that this one replaces.'),
    rationale: text('Why it was decided, in a sentence.'),
  }),
  goal: schema(
    {
      priority: optional(['string', 'integer'], 'How much it matters.'),
      status: status(GOAL_STATUSES, GOAL_WORDS, 'Whether it is still pursued.'),
      reopened: text('Why a goal that was achieved or abandoned is pursued again.'),
    },
    ['status'],
  ),
  task: schema(
    {
      status: status(TASK_STATUSES, TASK_WORDS, 'How far the task has come.'),
      assignee: text('Who does it.'),
      deadline: optional('string', 'The day by which it is to be done.', { format: 'date' }),
    },
    ['status'],
  ),
  reflection: schema({ context: text('What it was about, or where it was observed.') }),
}
