import type { Memory } from '../../core/memory.ts'
import type { LayoutOverview } from '../../core/memory-overview.ts'
import { tallies } from '../../core/tallies.ts'
import { textList } from '../../core/text-list.ts'

/**
 * What reports tell of the notes: their tags. What the format does not have stays empty: nothing is made up. A layout
 * that has nothing to tell has no such file.
 */
export function overview({ documents }: Memory): LayoutOverview {
  const items = documents.flatMap((document) => document.items)
  return {
    budgets: [],
    logs: [],
    plans: [],
    tags: tallies(items.flatMap(({ fields }) => textList(fields.tags))),
    categories: [],
  }
}
