import type { JsonObject } from '../../../../core/json.ts'

/** No file system has a longer name. */
const NAME = { type: 'string', minLength: 1, maxLength: 255 } as const

const text = (description: string): JsonObject => ({ type: 'string', description })
const count = (description: string): JsonObject => ({ type: 'integer', minimum: 0, description })
const list = (description: string, items: JsonObject): JsonObject => ({ type: 'array', description, items })

const object = (
  description: string,
  required: readonly string[],
  properties: { readonly [key: string]: JsonObject },
): JsonObject => ({ type: 'object', description, additionalProperties: false, required, properties })

/** JSON Schema of the arguments of `workspace_save_memory`. */
export const saveInput: JsonObject = {
  'x-type': 'SaveArguments',
  ...object('One decision or lesson.', ['scope', 'type', 'title', 'content'], {
    scope: object('Whose memory it is: of a whole workspace, or of one of its domains.', ['workspace'], {
      workspace: {
        ...NAME,
        'x-flag': { value: 'name', summary: 'the workspace whose memory is written' },
        description: 'The name of the workspace: a folder name, such as `devtools`.',
      },
      domain: {
        ...NAME,
        'x-flag': { value: 'name', summary: 'save in the log of one of its domains, and not in its own' },
        description:
          'The name of a domain, for what matters in that domain alone. Repositories have no memory of their own: use their domain.',
      },
    }),
    type: {
      type: 'string',
      enum: ['decision', 'lesson'],
      'x-flag': { summary: 'what is saved' },
      description:
        '`decision`: a choice and its reasons. `lesson`: what went wrong or was hard to find, and what to do.',
    },
    title: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      'x-flag': { summary: 'the title of the entry, one line without a date' },
      description: 'What was decided or learned, in one line: without a date and without `#` before it.',
    },
    content: {
      type: 'string',
      minLength: 1,
      maxLength: 65_536,
      'x-flag': {
        value: 'text',
        summary: 'the text of the entry, as Markdown',
        stdin: 'the text of the entry',
      },
      description:
        'The text, as Markdown. A decision: what and why, and what was rejected. A lesson: what happened, the root cause, what to do differently. Headings with four `#` or more; no title, category, tags or closing `---`; no secrets.',
    },
    category: {
      type: 'string',
      minLength: 1,
      maxLength: 60,
      'x-flag': { value: 'name', summary: 'the category of the entry; else general' },
      description:
        'A category in use, as memory_metadata names it. Of decisions: architecture, tooling, convention, dependency; of lessons: debugging, performance, configuration, integration. `general` when absent.',
    },
    tags: {
      ...list('What it is about, for later searches: names of technologies and topics, those in use first.', {
        type: 'string',
        minLength: 1,
        maxLength: 60,
      }),
      maxItems: 20,
      'x-flag': { summary: 'the tags of the entry' },
    },
    dry_run: {
      type: 'boolean',
      'x-flag': { summary: 'write nothing: print what would change' },
      default: false,
      description: 'Checks everything and shows the entry; writes nothing.',
    },
    allow_duplicate: {
      type: 'boolean',
      'x-flag': { summary: 'save it although an earlier entry is like it' },
      default: false,
      description:
        'Saves it although an earlier entry has its title or nearly its text. Only after you read that entry.',
    },
  }),
}

const use = (what: string): JsonObject =>
  object(`A ${what} of the entry.`, ['name', 'count'], {
    name: text('As the entry has it.'),
    count: count('How many entries of the workspace have it now.'),
  })

/** JSON Schema of the answer of `workspace_save_memory`. */
export const saveOutput: JsonObject = {
  'x-type': 'SavedData',
  ...object(
    'Where the entry is, and what the memory index says now.',
    ['saved', 'path', 'line', 'entry', 'index'],
    {
      saved: { type: 'boolean', description: 'False for a dry run.' },
      path: text('The file, relative to the root of the repository.'),
      line: { type: 'integer', minimum: 1, description: 'The line of its heading.' },
      entry: text('The entry as it is written.'),
      index: object(
        'What the memory index of the workspace says with the entry.',
        ['path', 'last_updated', 'total_decisions', 'total_lessons', 'category', 'tags'],
        {
          path: text('The file of the index.'),
          last_updated: text('The day of the newest entry.'),
          total_decisions: count('Decisions of the workspace.'),
          total_lessons: count('Lessons of the workspace.'),
          category: use('category'),
          tags: list('The tags of the entry.', use('tag')),
        },
      ),
      notes: list('What is not quite as it was asked for, or needs a look.', { type: 'string' }),
    },
  ),
}
