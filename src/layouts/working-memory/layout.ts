import type { Item, Memory } from '../../core/document.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Layout } from '../../core/layout.ts'
import { type LayoutOverview, type SetAside, tallies } from '../../core/memory-overview.ts'
import { type ListNotes, list, openObject, orNull, type Schema, text } from '../../core/schema.ts'
import type { Kind } from '../../core/source.ts'
import { workingMemoryPaths } from './claim.ts'
import { joinLog, joinState } from './merge.ts'
import { ENTRY_FIELDS, LOG_FIELDS, PROGRESS, readLog, readState, readUpdate } from './read-files.ts'
import { rules } from './rules/index.ts'
import { holdsEntries } from './tasks.ts'

const time = (description: string): Schema<string> => text(description, { format: 'date-time' })

const bullets = (description: string, more: ListNotes = {}): Schema<readonly string[]> =>
  list(text(undefined, { minLength: 1 }), description, more)

const archived = openObject(
  ['at'],
  { at: time('When it was archived.'), reason: text('Why it was archived.') },
  'Marks an entry that no longer holds: when it was archived, and why.',
)

/** The rule `task-reason` checks reasons. */
function entries(
  description: string,
  prefix: string,
  own: { readonly [key: string]: JsonObject },
  more: readonly string[] = [],
): JsonObject {
  const id = text(`The number of the entry: ${prefix}-1, ${prefix}-2 and so on.`, {
    pattern: `^${prefix}-[1-9][0-9]{0,14}$`,
  })
  const reason = text('Why it was added.')
  const properties: { readonly [field: string]: JsonObject } = {
    id,
    ...own,
    reason,
    added: time('When it was added.'),
    archived,
  }
  return list(openObject(['id', ...Object.keys(own), 'added', ...more], properties), description)
}

const LEARNING = { insight: text('What was learnt, on one line.', { minLength: 1 }) }

const SNIPPET = {
  label: text('What the snippet is: a path, a key.', { minLength: 1 }),
  snippet: text('The text, byte for byte.', { minLength: 1 }),
}

/** `state.yaml`: the three sections of a task's memory. Keys that are not listed are kept and not reported. */
const stateSchema = openObject(['updated', 'current_progress', 'key_learnings', 'verbatim_context'], {
  updated: orNull(time('When the last update changed something.')),
  current_progress: orNull(
    openObject(
      PROGRESS,
      {
        completed: bullets('What is done.'),
        in_progress: bullets('What is being done.', { minItems: 1 }),
        remaining: bullets('What is still to do.'),
      },
      'What is done, under way and still to do.',
    ),
  ),
  key_learnings: entries('What was learnt, one line each.', 'KL', LEARNING),
  verbatim_context: entries('Texts that are needed word for word.', 'VC', SNIPPET),
})

/** `archived-001.yaml`: entries that were moved out of a long state. */
const archiveSchema = openObject(['key_learnings', 'verbatim_context'], {
  key_learnings: entries('Learnings that no longer hold.', 'KL', LEARNING, ['archived']),
  verbatim_context: entries('Texts that are no longer needed.', 'VC', SNIPPET, ['archived']),
})

const TASK = '.working-memory/{task}'

/** Every kind of document of the working-memory layout. */
const kinds: readonly Kind[] = [
  {
    id: 'task-state',
    summary: 'What is remembered of one task: progress, learnings, and texts word for word.',
    paths: `${TASK}/state.yaml`,
    format: 'yaml',
    frontMatter: 'none',
    schema: stateSchema,
    merge: { by: 'data', join: joinState },
    // New entries come at the end of either list, which their ids say; `append-only` would take both lists for one.
    history: 'immutable',
    living: true,
    fields: ENTRY_FIELDS,
    // A rule of this layout says what may happen to these two.
    editable: ['id', 'archived'],
    signature: 'path',
    read: readState,
  },
  {
    id: 'task-archive',
    summary: 'Archived entries that were moved out of a long state.',
    paths: `${TASK}/archived-NNN.yaml`,
    format: 'yaml',
    frontMatter: 'none',
    schema: archiveSchema,
    merge: { by: 'data', join: joinState },
    history: 'immutable',
    living: true,
    fields: ENTRY_FIELDS,
    editable: ['id', 'archived'],
    read: readState,
  },
  {
    id: 'task-log',
    summary: 'Every update of a task, as a diff for people; `log-001.md` goes on where `log.md` is long.',
    paths: `${TASK}/log.md`,
    format: 'markdown',
    frontMatter: 'none',
    history: 'append-only',
    merge: { by: 'lines', prepare: joinLog },
    repeats: true,
    fields: LOG_FIELDS,
    read: readLog,
  },
  {
    id: 'task-update',
    summary: 'The text of an update, as a model writes it.',
    paths: `${TASK}/*.dsl`,
    format: 'text',
    frontMatter: 'none',
    history: 'free',
    ephemeral: true,
    repeats: true,
    read: readUpdate,
  },
]

/** Short-term memory of tasks: a state of three sections, the updates that made it, and a log of what each changed. */
export const workingMemory: Layout = {
  ...workingMemoryPaths,
  summary:
    'Short-term memory of tasks: progress, key learnings and verbatim context, changed by small updates.',
  kinds,
  rules,
  reports: { overview, setAside },
}

/** Learnings and snippets that still hold, as categories. */
function overview(memory: Memory): Partial<LayoutOverview> {
  return { categories: tallies(entriesOf(memory).flatMap(({ kind, living }) => (living ? [kind] : []))) }
}

/** Entries that are marked as archived; they stay where they are. */
export function setAside(memory: Memory): SetAside {
  return { superseded: new Set(), archived: new Set(entriesOf(memory).filter(isArchived)) }
}

function entriesOf({ documents }: Memory): readonly Item[] {
  return documents.filter(holdsEntries).flatMap(({ items }) => items)
}

function isArchived({ fields }: Item): boolean {
  return (fields.archived ?? null) !== null
}
