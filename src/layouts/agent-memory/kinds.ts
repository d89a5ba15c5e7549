import type { Kind } from '../../core/kind.ts'
import { isSigned, readRecord } from './read-record.ts'
import { recordSchema } from './record-schema.ts'

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
    signature: isSigned,
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
    signature: isSigned,
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
