import { isCalendarDate } from '../../../core/date.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { dayOf } from '../claim.ts'

/** The name of a daily note is a day. */
export const openclawDay: MemoryRule = {
  id: 'openclaw-day',
  summary: 'The name of a daily note starts with a day of the calendar, YYYY-MM-DD.',
  why: 'OpenClaw reads the notes of today and yesterday by their names. A note with a name that is no day is never read by itself. (`date-future` reports days that have not come.)',
  howToFix: 'Rename the file to the day of its notes.',
  severity: 'warning',
  fixable: false,
  example: { bad: 'memory/2026-02-30.md\nmemory/2026-3-1.md\n', good: 'memory/2026-03-01.md\n' },
  kinds: ['openclaw-day'],
  subject: 'memory',
  reach: 'document',
  check: ({ documents }, report) => {
    for (const { path, kind } of documents) {
      const day = kind === 'openclaw-day' ? dayOf(path) : null
      if (day === null || isCalendarDate(day)) continue
      report(path, {
        place: WHOLE_FILE,
        message: `The name of the note starts with ${day}, which is not a real day as YYYY-MM-DD`,
        help: 'Rename the file to the day of its notes.',
      })
    }
  },
}
