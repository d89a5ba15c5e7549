import type { Kind } from '../../core/source.ts'
import { linksOutsideRows, readIndex } from './read-index.ts'
import { readTopic } from './read-topic.ts'

/** The index, and the files that it points to. */
export const kinds: readonly Kind[] = [
  {
    id: 'claude-index',
    summary: 'The index of a memory: a line for each topic file.',
    paths: '**/MEMORY.md',
    format: 'markdown',
    frontMatter: 'optional',
    looseFrontMatter: true,
    freeText: true,
    history: 'free',
    // Many tools have a file of this name.
    ordinary: true,
    sharedLinks: linksOutsideRows,
    signature: (_source, { facts }) => (facts as { isIndex?: boolean } | null | undefined)?.isIndex === true,
    read: readIndex,
  },
  {
    id: 'claude-topic',
    summary: 'What is known of one topic.',
    paths: '.claude/memory/*.md, memory/*.md, .claude/agent-memory/*/*.md',
    format: 'markdown',
    frontMatter: 'optional',
    looseFrontMatter: true,
    freeText: true,
    history: 'free',
    ordinary: true,
    ephemeral: true,
    fields: ['title', 'body', 'type', 'description'],
    read: readTopic,
  },
]
