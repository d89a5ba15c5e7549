import type { Layout } from '../../core/layout.ts'
import { tallies } from '../../core/memory-overview.ts'
import { folderOf } from '../../core/path.ts'
import { claim, places } from './claim.ts'
import { kinds } from './kinds.ts'
import { loadingsOf } from './loading.ts'
import { rules } from './rules/index.ts'

/** The memory that Claude Code writes for itself, where it is committed: an index and topic files. */
export const claudeMemory: Layout = {
  id: 'claude-memory',
  summary: 'The memory that Claude Code writes for itself: an index `MEMORY.md` and topic files.',
  kinds,
  rules,
  settings: {},
  signature: 'MEMORY.md with rows that link to topic files',
  roots: () => [],
  places,
  yields: true,
  claim,
  areaOf: folderOf,
  overview: (memory) => ({
    loads: loadingsOf(memory),
    categories: tallies(
      memory.documents
        .flatMap(({ items }) => items)
        .flatMap(({ fields: { type } }) => (typeof type === 'string' ? [type] : [])),
    ),
  }),
}
