import { addDays } from '../core/date.ts'
import type { MemoryRule } from '../core/rule.ts'

/** Memory says what has happened: its dates are not ahead of the calendar. */
export const dateFuture: MemoryRule = {
  id: 'date-future',
  summary: 'No date is more than one day ahead of today.',
  why: 'Memory is sorted, archived and trusted by date, and a date ahead of today is a slip. One day is left for time zones.',
  howToFix: 'Correct the date.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: '### [2062-02-08] XState for workflow orchestration\n',
    good: '### [2026-02-08] XState for workflow orchestration\n',
  },
  subject: 'memory',
  reach: 'document',
  check: ({ documents, today }, report) => {
    const latest = addDays(today, 1)
    for (const { path, dates } of documents) {
      for (const { date, what, place } of dates) {
        if (date <= latest) continue
        const message = `The ${what} ${date} is in the future: today is ${today}`
        report(path, { place, message, help: 'Write the day on which it happened.' })
      }
    }
  },
}
