import type { Kind } from '../../core/kind.ts'
import { LOG_FIELDS, readLog } from './read-log.ts'
import { ENTRY_FIELDS, hasSection, readState } from './read-state.ts'
import { readUpdate } from './read-update.ts'
import { stateSchema } from './state-schema.ts'

const TASK = '.working-memory/{task}'

/** Every kind of document of the working-memory layout. */
export const kinds: readonly Kind[] = [
  {
    id: 'task-state',
    summary: 'What is remembered of one task: progress, learnings, and texts word for word.',
    paths: `${TASK}/state.yaml`,
    format: 'yaml',
    frontMatter: 'none',
    schema: stateSchema,
    // New entries come at the end of either list, which their ids say; `append-only` would take both lists for one.
    history: 'immutable',
    fields: ENTRY_FIELDS,
    // A rule of this layout says what may happen to these two.
    editable: ['id', 'archived'],
    signature: hasSection,
    read: readState,
  },
  {
    id: 'task-log',
    summary: 'Every update of a task, as a diff for people.',
    paths: `${TASK}/log.md`,
    format: 'markdown',
    frontMatter: 'none',
    history: 'append-only',
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
    read: readUpdate,
  },
]
