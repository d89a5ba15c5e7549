import type { Layout } from '../../core/layout.ts'
import { tallies } from '../../core/memory-overview.ts'
import type { Kind } from '../../core/source.ts'
import { claudeMemoryPaths } from './claim.ts'
import { loadingsOf } from './loading.ts'
import { linksOutsideRows, readIndex, readTopic } from './memory.ts'
import { rules } from './rules/index.ts'

/** The index, and the files that it points to. */
const kinds: readonly Kind[] = [
  {
    id: 'claude-index',
    summary: 'The index of a memory: a line for each topic file.',
    paths: '**/MEMORY.md',
    format: 'markdown',
    frontMatter: 'optional',
    looseFrontMatter: true,
    freeText: true,
    living: true,
    history: 'free',
    tokens: true,
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
    living: true,
    ephemeral: true,
    fields: ['title', 'body', 'type', 'description'],
    read: readTopic,
  },
]

/** The memory that Claude Code writes for itself, where it is committed: an index and topic files. */
export const claudeMemory: Layout = {
  ...claudeMemoryPaths,
  summary: 'The memory that Claude Code writes for itself: an index `MEMORY.md` and topic files.',
  kinds,
  rules,
  reports: {
    overview: (memory) => ({
      loads: loadingsOf(memory),
      categories: tallies(
        memory.documents
          .flatMap(({ items }) => items)
          .flatMap(({ fields: { type } }) => (typeof type === 'string' ? [type] : [])),
      ),
    }),
  },
}
