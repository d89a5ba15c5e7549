import type { JsonObject } from '../../core/json.ts'
import type { Kind } from '../../core/source.ts'
import { dataTags } from '../../formats/tag-lists.ts'
import { hasRecordForm, readArchived, readRecord, SCOPES } from './record.ts'

const text = (description: string): JsonObject => ({ type: 'string', minLength: 1, description })

const texts = (description: string): JsonObject => ({
  type: 'array',
  items: { type: 'string', minLength: 1 },
  description,
})

const time = (description: string): JsonObject => ({ type: 'string', description })

/** The version of a record's form that is known here. */
export const SCHEMA_VERSION = 1

/** JSON Schema of a record; the rules `record-id`, `record-scope`, `record-times` and `record-version` say more of some fields. */
const recordSchema: JsonObject = {
  type: 'object',
  required: [
    'id',
    'scope',
    'kind',
    'summary',
    'content',
    'tags',
    'entities',
    'confidence',
    'source',
    'created_at',
    'updated_at',
    'last_used_at',
    'schemaVersion',
  ],
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
      enum: ['fact', 'decision', 'procedure', 'note'],
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
export const kinds: readonly Kind[] = [
  {
    id: 'record',
    summary: 'One memory: a fact, a decision, a procedure or a note.',
    paths: '.agent-memory/{session,working,durable}/{id}.json',
    format: 'json',
    frontMatter: 'none',
    schema: recordSchema,
    history: 'free',
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
