import type { Layout } from '../../core/layout.ts'
import type { Kind } from '../../core/source.ts'
import { serenaPaths } from './claim.ts'
import { readMemory } from './memory.ts'
import { rules } from './rules/index.ts'

/** The one class of document. */
const kinds: readonly Kind[] = [
  {
    id: 'serena-memory',
    summary: 'What an agent noted about one topic of a project.',
    paths: '.serena/memories/**/*.md',
    format: 'markdown',
    frontMatter: 'optional',
    history: 'free',
    living: true,
    fields: ['title', 'body', 'name'],
    ephemeral: true,
    freeText: true,
    looseFrontMatter: true,
    signature: 'path',
    read: readMemory,
  },
]

/** The memories that Serena writes for an agent, a topic a file. */
export const serena: Layout = {
  ...serenaPaths,
  summary: "Serena's memories of a project, one topic a file, with references between them.",
  kinds,
  rules,
}
