import type { StatedDate } from '../../core/document.ts'
import type { Source } from '../../core/source.ts'
import { readInstant } from './instant.ts'
import { placeAt, type Row, textIn } from './rows.ts'

const FIELDS = ['created_at', 'resolved_at']

/** The days of the timestamps of rows, in UTC, with their places; what is no timestamp is left out. */
export function statedDates(source: Source, rows: readonly Row[]): StatedDate[] {
  return rows.flatMap((row) =>
    FIELDS.flatMap((field): StatedDate[] => {
      const instant = readInstant(textIn(row, field) ?? '')
      if (!instant) return []
      return [{ date: instant.day, what: field, place: placeAt(source, `${row.pointer}/${field}`) }]
    }),
  )
}
