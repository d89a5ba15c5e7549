import type { History } from '../../core/settings.ts'
import type { Kind } from '../../core/source.ts'
import { archiveOf } from './claim.ts'
import { logTagLists, logTexts, readLog } from './read-log.ts'

/** Kinds whose files are logs. */
export const LOG_KINDS: readonly string[] = ['log', 'log-append-only', 'log-immutable']

/** The same and their archives. */
export const ENTRY_KINDS: readonly string[] = [...LOG_KINDS, 'log-archive']

/** An archive is read with less evidence than a log: it shows by itself only with so many entries that it is one. */
const MANY_ARCHIVED = 3

const log = (id: string, summary: string, history: History): Kind => ({
  id,
  summary,
  paths:
    id === 'log-archive'
      ? '**/*-archive.md, **/archive/DECISIONS.md …'
      : '**/DECISIONS.md, **/tasks/lessons.md, **/.learnings/*.md, **/decisionLog.md …',
  format: 'markdown',
  frontMatter: 'optional',
  history,
  merge: { by: 'entries' },
  ...(id === 'log-archive' ? { archive: true } : { archiveOf }),
  tombstones: true,
  fields: ['title', 'body', 'date', 'category', 'tags'],
  itemTexts: logTexts,
  read: readLog,
  tagLists: logTagLists,
  signature: (_, { items = [] }) => items.length >= (id === 'log-archive' ? MANY_ARCHIVED : 1),
})

/** Logs by what may happen to their entries, and archives. */
export const kinds: readonly Kind[] = [
  log('log', 'A log of decisions, lessons or other entries.', 'free'),
  log('log-append-only', 'A log that only grows, at one end.', 'append-only'),
  log('log-immutable', 'A log whose entries stay as they were written.', 'immutable'),
  log('log-archive', 'Entries that were moved out of a log that had grown too long.', 'free'),
]
