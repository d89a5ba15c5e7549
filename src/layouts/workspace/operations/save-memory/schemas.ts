import {
  choice,
  closedObject,
  count,
  flag,
  integer,
  list,
  text,
  typed,
  type ValueOf,
} from '../../../../core/schema.ts'
import { name } from '../get-context/schemas.ts'

const LABEL = { minLength: 1, maxLength: 60 }

/** JSON Schema of the arguments of `workspace_save_memory`. */
export const saveInput = typed(
  'SaveArguments',
  closedObject(
    ['scope', 'type', 'title', 'content'],
    {
      scope: closedObject(
        ['workspace'],
        {
          workspace: name('Its folder name, such as `devtools`.', 'the workspace whose memory is written'),
          domain: name(
            'A domain of it, for what matters there alone; also for its repositories.',
            'save in the log of one of its domains, and not in its own',
          ),
        },
        'A whole workspace, or one of its domains.',
      ),
      type: choice(
        ['decision', 'lesson'],
        '`decision`: a choice. `lesson`: what went wrong or was hard to find.',
        { 'x-flag': { summary: 'what is saved' } },
      ),
      title: text('What was decided or learned, in one line without a date. 200 characters at most.', {
        minLength: 1,
        maxLength: 200,
        'x-flag': { summary: 'the title of the entry, one line without a date' },
      }),
      content: text(
        'The text, as Markdown. A decision: what, why, what was rejected. A lesson: what happened, the root cause, what to do. Headings with four `#` or more; no title, category, tags or closing `---`.',
        {
          minLength: 1,
          maxLength: 65_536,
          'x-flag': {
            value: 'text',
            summary: 'the text of the entry, as Markdown',
            stdin: 'the text of the entry',
          },
        },
      ),
      category: text(
        'Of decisions: architecture, tooling, convention, dependency; of lessons: debugging, performance, configuration, integration; or another one in use. `general` when absent.',
        { ...LABEL, 'x-flag': { value: 'name', summary: 'the category of the entry; else general' } },
      ),
      tags: list(text(undefined, LABEL), 'What it is about, for later searches: those in use first.', {
        maxItems: 20,
        'x-flag': { summary: 'the tags of the entry' },
      }),
      dry_run: flag('Checks everything and shows the entry; writes nothing.', {
        'x-flag': { summary: 'write nothing: print what would change' },
        default: false,
      }),
      allow_duplicate: flag('Saves it although it is like an earlier entry: only after you read that.', {
        'x-flag': { summary: 'save it although an earlier entry is like it' },
        default: false,
      }),
    },
    'One decision or lesson.',
  ),
)

export type SaveArguments = ValueOf<typeof saveInput>

const use = {
  name: text('As the entry has it.'),
  count: count('How many entries of the workspace have it now.'),
}

/** JSON Schema of the answer of `workspace_save_memory`. */
export const saveOutput = typed(
  'SavedData',
  closedObject(
    ['saved', 'path', 'line', 'entry', 'index'],
    {
      saved: flag('False for a dry run.'),
      path: text('The file, relative to the root of the repository.'),
      line: integer('The line of its heading.', { minimum: 1 }),
      entry: text('The entry as it is written.'),
      index: closedObject(
        ['path', 'last_updated', 'total_decisions', 'total_lessons', 'category', 'tags'],
        {
          path: text('The file of the index.'),
          last_updated: text('The day of the newest entry.'),
          total_decisions: count('Decisions of the workspace.'),
          total_lessons: count('Lessons of the workspace.'),
          category: closedObject(['name', 'count'], use, 'A category of the entry.'),
          tags: list(closedObject(['name', 'count'], use, 'A tag of the entry.'), 'The tags of the entry.'),
        },
        'What the memory index of the workspace says with the entry.',
      ),
      notes: list(text(), 'What is not quite as it was asked for, or needs a look.'),
    },
    'Where the entry is, and what the memory index says now.',
  ),
)

export type SavedData = ValueOf<typeof saveOutput>
