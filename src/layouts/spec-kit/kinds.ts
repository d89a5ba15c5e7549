import type { Kind } from '../../core/source.ts'
import { readConstitution } from './read-constitution.ts'

/** The one class of document. */
export const kinds: readonly Kind[] = [
  {
    id: 'constitution',
    summary: 'The principles of a project, with their version.',
    paths: '.specify/memory/constitution.md',
    format: 'markdown',
    frontMatter: 'optional',
    history: 'free',
    fields: ['title', 'body'],
    ephemeral: true,
    tombstones: 'only',
    freeText: true,
    signature: 'path',
    read: readConstitution,
  },
]
