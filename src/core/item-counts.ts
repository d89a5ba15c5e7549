import type { Document } from './document.ts'
import type { Summary } from './report.ts'

/** How many items documents hold, and how many headings look like one. */
export function itemCounts(documents: readonly Document[]): Pick<Summary, 'items' | 'headings'> {
  const items = documents.reduce((sum, one) => sum + one.items.length, 0)
  return { items, headings: documents.reduce((sum, one) => sum + one.unread.length, items) }
}
