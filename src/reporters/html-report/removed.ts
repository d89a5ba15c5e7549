import type { MemoryOverview } from '../../core/memory-overview.ts'
import type { Element } from './element.ts'
import { firstOf } from './first-of.ts'
import { pathText } from './path-text.ts'
import { section } from './section.ts'
import { shown } from './shown.ts'
import { table } from './table.ts'

const MOST = 300

/** What was removed with a reason, as the tombstones say; null where there is none. */
export function removed(overviews: readonly MemoryOverview[]): Element | null {
  const all = overviews.flatMap((overview) => overview.removed)
  if (all.length === 0) return null
  const { some, rest } = firstOf(all, MOST, 'item', 'items')
  const shownTable = table({
    caption: 'Items that were removed with a reason',
    columns: [{ title: 'Date' }, { title: 'Title' }, { title: 'Reason' }, { title: 'File' }],
    rows: some.map(({ date, title, reason, path }) => [
      shown(date, 40),
      shown(title),
      shown(reason),
      pathText(path),
    ]),
  })
  return section({ id: 'removed', title: 'Removed with a reason', content: [shownTable, ...rest] })
}
