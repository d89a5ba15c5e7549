import type { Layout } from '../../core/layout.ts'
import type { Memory } from '../../core/memory.ts'
import type { LayoutOverview } from '../../core/memory-overview.ts'
import { bankSizes } from './bank-size.ts'
import { bankOf, claim, places } from './claim.ts'
import { kinds } from './kinds.ts'
import { rules } from './rules/index.ts'
import { bankSettings, limitsOf } from './settings.ts'

/** The files that agents with a memory bank read at the start of every task. */
export const memoryBank: Layout = {
  id: 'memory-bank',
  summary: 'The memory bank of Cline, Roo and others: what an agent reads at the start of every task.',
  kinds,
  rules,
  settings: bankSettings,
  signature: 'one of the six files',
  roots: () => [],
  places,
  yields: true,
  claim,
  partOf: bankOf,
  foldersOf: (part) => [part],
  areaOf: bankOf,
  overview,
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
