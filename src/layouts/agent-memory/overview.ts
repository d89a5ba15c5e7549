import type { Memory } from '../../core/memory.ts'
import type { LayoutOverview } from '../../core/memory-overview.ts'
import { tallies } from '../../core/tallies.ts'
import { textList } from '../../core/text-list.ts'

/**
 * The records' tags, and their kinds as categories. The format has no budgets, no logs and no plans; what a compaction
 * archived is not counted.
 */
export function overview({ documents }: Memory): LayoutOverview {
  const records = documents.flatMap(({ items }) => items)
  const kinds = records.flatMap(({ fields }) => (typeof fields.kind === 'string' ? [fields.kind] : []))
  return {
    budgets: [],
    logs: [],
    plans: [],
    tags: tallies(records.flatMap(({ fields }) => textList(fields.tags))),
    categories: tallies(kinds),
  }
}
