import type { Memory } from '../../core/memory.ts'
import type { LayoutOverview } from '../../core/memory-overview.ts'
import { tallies } from '../../core/tallies.ts'
import { textList } from '../../core/text-list.ts'

/** What is no copy of a row. */
const MODELS = ['project-memory', 'iteration-memory']

/**
 * The tags of patterns; decisions, patterns, insights, issues and learnings as categories. The format has no budgets, no
 * threshold of growth, and nothing with the status of a plan.
 */
export function overview({ documents }: Memory): LayoutOverview {
  const items = documents.filter(({ kind }) => MODELS.includes(kind)).flatMap((document) => document.items)
  return {
    budgets: [],
    logs: [],
    plans: [],
    tags: tallies(items.flatMap(({ fields }) => textList(fields.tags))),
    categories: tallies(items.map(({ kind }) => kind)),
  }
}
