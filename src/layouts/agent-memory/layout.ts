import type { Memory } from '../../core/document.ts'
import type { Layout } from '../../core/layout.ts'
import { type LayoutOverview, type SetAside, tallies } from '../../core/memory-overview.ts'
import { choice, integer, list, number, openObject, orNull, text } from '../../core/schema.ts'
import type { Kind } from '../../core/source.ts'
import { dataTags } from '../../formats/tag-lists.ts'
import { agentMemoryPaths, SCOPES } from './claim.ts'
import { FIELDS, KIND_SYNONYMS, KINDS, readArchived, readRecord, SCHEMA_VERSION } from './record.ts'
import { rules } from './rules/index.ts'

const FILLED = { minLength: 1 }

/** JSON Schema of a record; the rules `record-id`, `record-scope`, `record-times` and `record-version` say more of some fields. */
const recordSchema = openObject(FIELDS, {
  id: text('A UUID, which is also the name of the file.'),
  scope: choice(SCOPES, 'How long it is kept: the directory of the file.', {
    'x-synonyms': {
      ephemeral: 'session',
      short_term: 'session',
      active: 'working',
      project: 'working',
      long_term: 'durable',
      permanent: 'durable',
    },
  }),
  kind: choice(KINDS, 'What sort of memory it is.', { 'x-synonyms': KIND_SYNONYMS }),
  summary: text('A short text that says it all: it is searched first.', FILLED),
  content: text('The memory itself.', FILLED),
  tags: list(text(undefined, FILLED), 'Words to filter by.'),
  entities: list(text(undefined, FILLED), 'What it is about: tables, modules, services.'),
  confidence: number('How sure it is, from 0 to 1.', { minimum: 0, maximum: 1 }),
  source: text('Where it came from.', FILLED),
  created_at: text('When it was written, as an ISO 8601 timestamp.'),
  updated_at: text('When it was last changed, as an ISO 8601 timestamp.'),
  last_used_at: orNull(
    text('When it was last retrieved, as an ISO 8601 timestamp; null before the first time.'),
  ),
  schemaVersion: integer(`The version of this form, which is ${SCHEMA_VERSION}.`, { minimum: 1 }),
})

/** The classes of document in the agent-memory layout. Git keeps none of them, so none has a history. */
const kinds: readonly Kind[] = [
  {
    id: 'record',
    summary: 'One memory: a fact, a decision, a procedure or a note.',
    paths: '.agent-memory/{session,working,durable}/{id}.json',
    format: 'json',
    frontMatter: 'none',
    schema: recordSchema,
    history: 'free',
    living: true,
    signature: 'path',
    tagLists: dataTags,
    read: readRecord,
  },
  {
    id: 'archived-record',
    summary: 'A record that a compaction found to say the same as another one.',
    paths: '.agent-memory/_archive/**/*.json',
    format: 'json',
    frontMatter: 'none',
    schema: recordSchema,
    history: 'free',
    signature: 'path',
    tagLists: dataTags,
    read: readArchived,
  },
  {
    id: 'compaction-report',
    summary: 'What a compaction did, or would do.',
    paths: '.agent-memory/_compactions/**/*.json',
    format: 'json',
    frontMatter: 'none',
    history: 'free',
    ephemeral: true,
    repeats: true,
  },
]

/** One record a JSON file, by scope, in a directory that git ignores. */
export const agentMemory: Layout = {
  ...agentMemoryPaths,
  summary:
    'Records as JSON files by scope (session, working, durable), local to one checkout and ignored by git.',
  kinds,
  rules,
  reports: { overview, setAside },
}

/** The records' tags, and their kinds as categories; what a compaction archived is not counted. */
function overview({ documents }: Memory): Partial<LayoutOverview> {
  const records = documents.filter(({ kind }) => kind === 'record').flatMap(({ items }) => items)
  const kinds = records.flatMap(({ fields }) => (typeof fields.kind === 'string' ? [fields.kind] : []))
  return { tags: tallies(records.flatMap(({ tags = [] }) => tags)), categories: tallies(kinds) }
}

/** What a compaction archived. */
function setAside({ documents }: Memory): SetAside {
  const archived = documents.filter(({ kind }) => kind === 'archived-record').flatMap(({ items }) => items)
  return { superseded: new Set(), archived: new Set(archived) }
}
