import type { Kind } from '../../core/source.ts'
import { readDay, readLoaded, readNote } from './read-note.ts'

/** What all files of a workspace have in common. */
const FREE_TEXT = {
  format: 'markdown',
  frontMatter: 'optional',
  looseFrontMatter: true,
  freeText: true,
  history: 'free',
} as const

/** The files that load at the start of a session, and the notes that are searched. */
export const kinds: readonly Kind[] = [
  {
    id: 'openclaw-self',
    summary: 'Who the agent is.',
    paths: 'SOUL.md, IDENTITY.md',
    ...FREE_TEXT,
    signature: 'path',
    read: readLoaded,
  },
  {
    id: 'openclaw-routine',
    summary: 'What the agent does at its start, and again and again.',
    paths: 'HEARTBEAT.md, BOOTSTRAP.md',
    ...FREE_TEXT,
    ordinary: true,
    read: readLoaded,
  },
  {
    id: 'openclaw-guide',
    summary: 'How the agent works, with which tools and for which person.',
    paths: 'AGENTS.md, TOOLS.md, USER.md',
    ...FREE_TEXT,
    ordinary: true,
    read: readLoaded,
  },
  {
    id: 'openclaw-memory',
    summary: 'What the agent remembers for long.',
    paths: 'MEMORY.md',
    ...FREE_TEXT,
    ordinary: true,
    read: readLoaded,
  },
  {
    id: 'openclaw-day',
    summary: 'The notes of a day.',
    paths: 'memory/YYYY-MM-DD*.md',
    ...FREE_TEXT,
    ordinary: true,
    fields: ['title', 'body', 'date'],
    read: readDay,
  },
  {
    id: 'openclaw-note',
    summary: 'Any other note.',
    paths: 'memory/*.md',
    ...FREE_TEXT,
    ordinary: true,
    ephemeral: true,
    fields: ['title', 'body'],
    read: readNote,
  },
]
