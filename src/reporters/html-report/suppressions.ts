import type { MemoryReport } from '../../core/report.ts'
import type { Element } from './element.ts'
import { pathText } from './path-text.ts'
import { section } from './section.ts'
import { shown } from './shown.ts'
import { table } from './table.ts'

/** More rows would be the whole page. */
const MOST = 500

/** Every suppression comment with its reason; null where there is none. */
export function suppressions({ suppressions: all = [] }: MemoryReport): Element | null {
  if (all.length === 0) return null
  const rows = all
    .slice(0, MOST)
    .map(({ path, line, rules, reason }) => [
      pathText(path, `:${line}`),
      shown(rules.join(', ')),
      reason === '' ? 'no reason, so nothing is suppressed' : shown(reason),
    ])
  const caption =
    all.length > MOST ? `The first ${MOST} of ${all.length} suppression comments` : 'Suppression comments'
  const columns = [{ title: 'Place' }, { title: 'Rules' }, { title: 'Reason' }]
  return section({
    id: 'suppressions',
    title: 'What is suppressed',
    content: [table({ caption, columns, rows })],
  })
}
