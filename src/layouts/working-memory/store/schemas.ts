import { closedObject, type Json, type JsonObject } from '../../../core/json.ts'

/** Names the library's type of a schema. */
export function typed(type: string, schema: JsonObject): JsonObject {
  return { ...schema, 'x-type': type }
}

/** A text of at least one character. */
export function text(description: string, maxLength: number, more: JsonObject = {}): JsonObject {
  return { type: 'string', minLength: 1, maxLength, description, ...more }
}

/** Yes or no. */
export function flag(description: string, more: JsonObject = {}): JsonObject {
  return { type: 'boolean', description, ...more }
}

/** A whole number. */
export function integer(description: string, minimum = 0, more: JsonObject = {}): JsonObject {
  return { type: 'integer', minimum, description, ...more }
}

/** A text of an answer. */
export function said(description: string, type: Json = 'string'): JsonObject {
  return { type, description }
}

export function listOf(items: JsonObject, description: string): JsonObject {
  return { type: 'array', items, description }
}

/** Most characters of a description, of a text that is applied, of what happened. */
export const MOST_TEXT = { description: 2000, update: 262_144, context: 1_000_000 } as const

export const TASK = text('The task, by the name of its folder.', 255, { 'x-flag': { argument: true } })

export const DRY_RUN = flag('Checks everything, shows the change and writes nothing.')

/** All sections or none, where one of them cannot be applied whole. */
export const STRICT = flag(
  'All or nothing: without it, what can be applied is applied, and the rest is listed.',
  {
    'x-flag': { name: 'all-or-nothing', summary: 'apply everything or nothing' },
  },
)

const SECTION_IDS: readonly Json[] = ['progress', 'learnings', 'verbatim']

const TEXTS = (description: string): JsonObject => listOf({ type: 'string' }, description)

/** What an operation answers that changes a task. */
export const CHANGED: JsonObject = {
  saved: flag('False for a dry run, and where nothing had to be written.'),
  task: said('The task.'),
  path: said('Its state, relative to the root of the repository.'),
  sections: {
    type: 'object',
    description: 'What became of each section that was given.',
    additionalProperties: { type: 'string', enum: ['applied', 'unchanged', 'refused', 'failed'] },
  },
  added: TEXTS('Ids of new entries.'),
  archived: TEXTS('Ids of entries that hold no longer.'),
  refused: listOf(
    typed(
      'RefusedPart',
      closedObject(
        ['section', 'message', 'help'],
        {
          section: { type: ['string', 'null'], enum: [...SECTION_IDS, null], description: 'Where it was.' },
          id: said('The id that it is about.'),
          line: integer('The line of the text.', 1),
          message: said('What is wrong.'),
          help: said('What to do.'),
        },
        'Something that was not applied.',
      ),
    ),
    'What was not applied.',
  ),
  diff: said('What changed, as the log has it.'),
  recovered: TEXTS('Ids of entries that the log did not record: it does now.'),
  base: said('A digest of the progress as it is now, to give with the next update.'),
  dry_run: flag('Nothing was written because of `dry_run`.'),
  notes: TEXTS('What to know about it.'),
}

/** The required ones of these. */
export const CHANGED_REQUIRED: readonly string[] = [
  'saved',
  'task',
  'path',
  'sections',
  'added',
  'archived',
  'refused',
  'base',
]
