import type { Kind } from '../../core/source.ts'
import { isRecord, readRecord } from './read-record.ts'

/** The one class of document. */
export const kinds: readonly Kind[] = [
  {
    id: 'adr',
    summary: 'One decision with its number, its status and its reasons.',
    paths: 'docs/adr/NNNN-*.md, docs/decisions/NNNN-*.md, doc/adr/ADR-NNNN.md …',
    format: 'markdown',
    frontMatter: 'optional',
    history: 'free',
    fields: ['title', 'body', 'number', 'status', 'date'],
    signature: isRecord,
    read: readRecord,
  },
]
