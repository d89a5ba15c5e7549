import type { Kind } from '../../core/source.ts'
import { readMemory } from './read-memory.ts'

/** The one class of document. */
export const kinds: readonly Kind[] = [
  {
    id: 'serena-memory',
    summary: 'What an agent noted about one topic of a project.',
    paths: '.serena/memories/**/*.md',
    format: 'markdown',
    frontMatter: 'optional',
    history: 'free',
    fields: ['title', 'body', 'name'],
    ephemeral: true,
    freeText: true,
    looseFrontMatter: true,
    signature: 'path',
    read: readMemory,
  },
]
