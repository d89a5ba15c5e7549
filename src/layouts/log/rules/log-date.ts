import type { DocumentRule } from '../../../core/rule.ts'
import { placeOf } from '../../../core/text.ts'
import { findDate } from '../../../formats/unread-headings.ts'
import { ENTRY_KINDS } from '../kinds.ts'
import { logOf } from '../read-log.ts'

/** A date that starts with its year has one reading, so it is a day or none. */
const YEAR_FIRST = /^\d{4}[-/.]?\d{1,2}[-/.]?\d{1,2}/

/** The date of an entry is a real day. */
export const logDate: DocumentRule = {
  id: 'log-date',
  summary: "The date of a log's entry is a real day.",
  why: 'Entries are ordered, found and archived by their dates.',
  howToFix: 'Write the day of the entry: year, month and day.',
  severity: 'warning',
  fixable: false,
  example: { bad: '## 2026-02-30: A queue in Postgres\n', good: '## 2026-02-28: A queue in Postgres\n' },
  kinds: ENTRY_KINDS,
  subject: 'document',
  check: (source, report) => {
    const log = logOf(source)
    // In a list without dates a version such as 2024.11.00 is none either.
    if (!log || (log.shape.unit === 'bullet' && log.shape.mark !== 'date' && log.shape.pattern === null))
      return
    for (const { date, day } of log.entries) {
      if (date.text === '' || day !== null) continue
      const isGiven = log.shape.pattern !== null && findDate(date.text) === null
      if (!isGiven && !YEAR_FIRST.test(date.text)) continue
      report({
        place: placeOf(source.starts, date.start, date.end),
        message: `${JSON.stringify(date.text.slice(0, 40))} is not a real day`,
        help: 'Write the day of the entry: year, month and day.',
      })
    }
  },
}
