import type { JsonObject } from '../../../../core/json.ts'
import { CATEGORY_NAMES } from './arguments.ts'

const text = (description: string): JsonObject => ({ type: 'string', description })

const ROW: JsonObject = {
  id: text('Its id.'),
  category: { type: 'string', enum: CATEGORY_NAMES, description: 'The folder of its kind.' },
  title: text('Its title.'),
  path: text('Its file, relative to the root of the repository.'),
  created: text('The day it was written; empty where the file gives none.'),
  status: text('The status of a task or goal.'),
  archived: { type: 'boolean', description: 'True for an item in an archive; absent otherwise.' },
  superseded_by: text('The id of the decision that replaces it: it is no longer in force.'),
}

/** The schema of an item in an answer, with what an operation adds to it. */
export function rowSchema(more: JsonObject = {}): JsonObject {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['id', 'category', 'title', 'path', 'created'],
    properties: { ...ROW, ...more },
  }
}

const count = (description: string): JsonObject => ({ type: 'integer', minimum: 0, description })

/** What every answer of a reader says in addition to its items. */
export const AROUND: JsonObject = {
  total: count('How many there are, with those that were left out.'),
  omitted: count('How many were left out.'),
  tokens: {
    type: 'object',
    additionalProperties: false,
    required: ['used', 'estimated'],
    description: 'An estimate of what the items cost a model.',
    properties: {
      used: count('Of the items in the answer.'),
      budget: count('What was allowed.'),
      estimated: { type: 'boolean', description: 'Always true.' },
    },
  },
  diagnostics: {
    type: 'object',
    additionalProperties: false,
    required: ['malformed', 'unreadable', 'files'],
    description: 'Files that hold no item that can be read. They were left out, and nothing overwrites them.',
    properties: {
      malformed: count('Files without front matter, or with front matter that cannot be read.'),
      unreadable: count('Files that cannot be read at all.'),
      files: { type: 'array', items: { type: 'string' }, description: 'Their paths.' },
    },
  },
  status: {
    type: 'string',
    enum: ['ok', 'degraded'],
    description: 'Degraded where files were left out because they cannot be read.',
  },
  notes: { type: 'array', items: { type: 'string' }, description: 'What else a reader should know.' },
}

/** The names of those that every answer has. */
export const AROUND_NEEDED: readonly string[] = ['total', 'omitted', 'tokens', 'diagnostics', 'status']

/** What a budget left out, as a property. */
export const leftOut: JsonObject = {
  left_out: {
    type: 'array',
    description: 'The first of those that the budget left out.',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'title', 'path'],
      properties: { id: ROW.id ?? {}, title: ROW.title ?? {}, path: ROW.path ?? {} },
    },
  },
}

export const tokenBudgetSchema = (description: string): JsonObject => ({
  anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }],
  default: null,
  description,
  'x-form': 'a whole number of at least 1, or nothing',
})

export const includeArchivedSchema: JsonObject = {
  type: 'boolean',
  default: false,
  description: 'Items in archives, too.',
}
