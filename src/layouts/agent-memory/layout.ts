import type { Memory } from '../../core/document.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Layout } from '../../core/layout.ts'
import { type LayoutOverview, type SetAside, tallies } from '../../core/memory-overview.ts'
import type { Kind } from '../../core/source.ts'
import { dataTags } from '../../formats/tag-lists.ts'
import { agentMemoryPaths, SCOPES } from './claim.ts'
import { FIELDS, hasRecordForm, KINDS, readArchived, readRecord, SCHEMA_VERSION } from './record.ts'
import { rules } from './rules/index.ts'

const text = (description: string): JsonObject => ({ type: 'string', minLength: 1, description })

const texts = (description: string): JsonObject => ({
  type: 'array',
  items: { type: 'string', minLength: 1 },
  description,
})

const time = (description: string): JsonObject => ({ type: 'string', description })

/** JSON Schema of a record; the rules `record-id`, `record-scope`, `record-times` and `record-version` say more of some fields. */
const recordSchema: JsonObject = {
  type: 'object',
  required: FIELDS,
  properties: {
    id: { type: 'string', description: 'A UUID, which is also the name of the file.' },
    scope: {
      type: 'string',
      enum: SCOPES,
      description: 'How long it is kept: the directory of the file.',
      'x-synonyms': {
        ephemeral: 'session',
        short_term: 'session',
        active: 'working',
        project: 'working',
        long_term: 'durable',
        permanent: 'durable',
      },
    },
    kind: {
      type: 'string',
      enum: KINDS,
      description: 'What sort of memory it is.',
      'x-synonyms': {
        how_to: 'procedure',
        howto: 'procedure',
        observation: 'note',
        choice: 'decision',
        preference: 'fact',
      },
    },
    summary: text('A short text that says it all: it is searched first.'),
    content: text('The memory itself.'),
    tags: texts('Words to filter by.'),
    entities: texts('What it is about: tables, modules, services.'),
    confidence: { type: 'number', minimum: 0, maximum: 1, description: 'How sure it is, from 0 to 1.' },
    source: text('Where it came from.'),
    created_at: time('When it was written, as an ISO 8601 timestamp.'),
    updated_at: time('When it was last changed, as an ISO 8601 timestamp.'),
    last_used_at: {
      type: ['string', 'null'],
      description: 'When it was last retrieved, as an ISO 8601 timestamp; null before the first time.',
    },
    schemaVersion: {
      type: 'integer',
      minimum: 1,
      description: `The version of this form, which is ${SCHEMA_VERSION}.`,
    },
  },
}

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
    signature: hasRecordForm,
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
    signature: hasRecordForm,
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
  },
]

/** One record a JSON file, by scope, in a directory that git ignores. */
export const agentMemory: Layout = {
  ...agentMemoryPaths,
  summary:
    'Records as JSON files by scope (session, working, durable), local to one checkout and ignored by git.',
  kinds,
  rules,
  overview,
  setAside,
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
