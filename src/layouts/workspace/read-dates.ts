import { isCalendarDate } from '../../core/date.ts'
import type { StatedDate } from '../../core/document.ts'
import type { Reading } from '../../core/kind.ts'
import { placeOf } from '../../core/place.ts'
import type { Source } from '../../core/source.ts'

/** The calendar dates in the front matter of an overview or a plan; what is not a date is the schema's business. */
export function readDates(source: Source): Reading {
  return { dates: ['created', 'updated'].flatMap((field) => statedDate(source, field)) }
}

function statedDate({ frontMatter, starts }: Source, field: string): StatedDate[] {
  const date = frontMatter?.fields[field]
  const node = frontMatter?.nodes.get(`/${field}`)
  if (typeof date !== 'string' || !node || !isCalendarDate(date)) return []
  return [{ date, what: `${field} date`, place: placeOf(starts, node.value.start, node.value.end) }]
}
