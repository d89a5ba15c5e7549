import { heading, prose } from '../render-detail.ts'
import { type MemoryEntry, textOf } from './entries.ts'

/** An item of a session as Markdown, as the detail file of a decision is: nothing that it says becomes markup. */
export function renderItem({ id, kind, title, content, iteration, createdAt, row }: MemoryEntry): string {
  const labels = [
    ['Id', id],
    ['Kind', kind],
    ['Iteration', iteration],
    ['Stage', textOf(row.stage)],
    ['Importance', textOf(row.importance)],
    ['Resolved', typeof row.resolved === 'boolean' ? (row.resolved ? 'yes' : 'no') : ''],
    ['Resolution', textOf(row.resolution)],
    ['Created', createdAt],
  ].flatMap(([name, value = '']) =>
    value === '' ? [] : [`- **${name}:** ${prose(value.replace(/\s+/g, ' '))}`],
  )
  return `${[heading(title, id), labels.join('\n'), prose(content)].join('\n\n')}\n`
}
