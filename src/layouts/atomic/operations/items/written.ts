import type { JsonObject } from '../../../../core/json.ts'
import { CATEGORY_NAMES } from './arguments.ts'

/** The rule of the format that every writer carries. */
export const RULE =
  'Write only what the user explicitly stated as durable: nothing is extracted from conversations, nothing is summarised. No secrets.'

const text = (description: string): JsonObject => ({ type: 'string', description })

/** The answer of every operation that writes. */
export const writtenSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['saved', 'id', 'path', 'category'],
  properties: {
    saved: {
      type: 'boolean',
      description: 'False for a dry run, and where there was nothing to do: `notes` says why.',
    },
    id: text('The id of the item.'),
    path: text('Its file, relative to the root of the repository.'),
    category: { type: 'string', enum: CATEGORY_NAMES, description: 'The folder of its kind.' },
    status: text('The status of a task or goal.'),
    supersedes: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'title', 'path'],
      description: 'The decision that is replaced. Its file is not touched.',
      properties: { id: text('Its id.'), title: text('Its title.'), path: text('Its file.') },
    },
    moved_from: text('The file that it had before it was archived.'),
    dry_run: { type: 'boolean', description: 'True where nothing was to be written.' },
    notes: {
      type: 'array',
      items: { type: 'string' },
      description: 'What the writer should know of it, a sentence each.',
    },
  },
}
