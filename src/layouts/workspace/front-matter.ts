import type { JsonObject } from '../../core/json.ts'
import { PLAN_STATUSES, STATUS_WORDS } from '../../core/plan-status.ts'

const text = (description: string): JsonObject => ({ type: 'string', minLength: 1, description })

const date = (description: string): JsonObject => ({ type: 'string', format: 'date', description })

const tags: JsonObject = {
  type: 'array',
  items: { type: 'string', minLength: 1 },
  description: 'Words to filter by.',
}

const schema = (
  required: readonly string[],
  properties: { readonly [key: string]: JsonObject },
): JsonObject => ({
  type: 'object',
  required,
  properties,
})

/** Front matter of an OVERVIEW; its description is the summary that an agent reads first. */
export const overviewSchema: JsonObject = schema(['name', 'description'], {
  name: text('The name of the scope, for people.'),
  description: text('One or two sentences that say what the scope is.'),
  tags,
  updated: date('The day of the last meaningful update.'),
})

/** Front matter of a plan. */
export const planSchema: JsonObject = schema(['name', 'description', 'status', 'created'], {
  name: text('The name of the plan, for people.'),
  description: text('One or two sentences that say what the plan is for.'),
  status: {
    type: 'string',
    enum: PLAN_STATUSES,
    'x-synonyms': STATUS_WORDS,
    description: 'How far the plan has come.',
  },
  created: date('The day the plan was made.'),
  updated: date('The day its status last changed.'),
  tags,
})

/** Front matter of features, spikes and architecture documents: nothing is required, what is there is checked. */
export const documentSchema: JsonObject = schema([], {
  name: text('The name of the document, for people.'),
  description: text('One or two sentences that say what it is about.'),
  tags,
})
