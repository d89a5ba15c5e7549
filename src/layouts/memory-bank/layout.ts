import type { Memory } from '../../core/document.ts'
import type { Layout } from '../../core/layout.ts'
import type { LayoutOverview } from '../../core/memory-overview.ts'
import type { Kind } from '../../core/source.ts'
import { fileItems } from '../../formats/file-item.ts'
import { bankSizes, limitsOf } from './bank.ts'
import { memoryBankPaths, nameOf } from './claim.ts'
import { rules } from './rules/index.ts'

const file = (id: string, summary: string, paths: string, more: Partial<Kind>): Kind => ({
  id,
  summary,
  paths,
  format: 'markdown',
  frontMatter: 'optional',
  history: 'free',
  living: true,
  fields: ['title', 'body', 'name'],
  ephemeral: true,
  freeText: true,
  looseFrontMatter: true,
  read: (source) => ({ items: fileItems(source, 'context', nameOf(source.path)) }),
  ...more,
})

/** What agents have to keep and to read first, what people add to it, and what is read when it is needed. */
const kinds: readonly Kind[] = [
  file('bank-core', 'One of the six files that an agent keeps.', 'memory-bank/activeContext.md …', {
    signature: 'path',
    tokens: true,
  }),
  file('bank-file', 'A further file that is read with them.', 'memory-bank/*.md', { tokens: true }),
  file('bank-topic', 'A file that is read when its topic comes up.', 'memory-bank/*/**/*.md', {}),
]

/** The files that agents with a memory bank read at the start of every task. */
export const memoryBank: Layout = {
  ...memoryBankPaths,
  summary: 'The memory bank of Cline, Roo and others: what an agent reads at the start of every task.',
  kinds,
  rules,
  reports: { overview },
}

/** All of a bank loads into every task. */
function overview({ documents, settings }: Memory): Partial<LayoutOverview> {
  const most = limitsOf(settings)
  return {
    budgets: bankSizes(documents).map(({ folder, lines, tokens }) => ({
      name: folder,
      lines,
      tokens,
      mostLines: most.lines,
      mostTokens: most.tokens,
    })),
  }
}
