import { isCalendarDate } from '../../../core/date.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { type VersionValue, versionLineOf } from '../constitution.ts'

/** A placeholder in brackets is a finding of `placeholder-left`. */
const OPEN = /^(?:TODO|TBD|FIXME|YYYY-MM-DD)/i

/** In words a day may be written in many ways. */
const NUMBERS = /^\d{4}-\d{1,2}-\d{1,2}/

const FORM = '**Version**: 1.0.0 | **Ratified**: 2026-02-08 | **Last Amended**: 2026-02-08'

/** A constitution says which one it is. */
export const constitutionVersion: MemoryRule = {
  id: 'constitution-version',
  summary: 'A constitution ends with its version, the day it was ratified and the day it was last amended.',
  why: 'Plans are checked against a constitution. Without its version and days, no one sees which of two was meant, or that one is older than its amendments.',
  howToFix: `Write the last line as \`${FORM}\`.`,
  severity: 'warning',
  severities: ['warning', 'info'],
  fixable: false,
  example: { bad: `${FORM.replace('02-08', '02-30')}\n`, good: `${FORM}\n` },
  kinds: ['constitution'],
  subject: 'memory',
  reach: 'document',
  check: ({ documents }, report) => {
    for (const document of documents) {
      if (!document.complete || document.lines === 0) continue
      const line = versionLineOf(document)
      if (!line) {
        report(document.path, {
          place: WHOLE_FILE,
          severity: 'info',
          message: 'The constitution has no line with its version',
          help: `End it with \`${FORM.replaceAll(/2026-02-08/g, 'YYYY-MM-DD')}\`.`,
        })
        continue
      }
      const { ratified, amended } = line
      for (const [what, day] of [['Ratified', ratified] as const, ['Last Amended', amended] as const]) {
        if (!day || isDay(day)) continue
        if (OPEN.test(day.text)) {
          report(document.path, {
            place: day.place,
            message: `"${what}" is not filled in: ${JSON.stringify(day.text.slice(0, 40))}`,
            help: 'Write the day as YYYY-MM-DD.',
          })
        } else if (NUMBERS.test(day.text)) {
          report(document.path, {
            place: day.place,
            message: `"${what}" is ${JSON.stringify(day.text.slice(0, 40))}, which is not a real day`,
            help: 'Write the day as YYYY-MM-DD.',
          })
        }
      }
      if (ratified && amended && isDay(ratified) && isDay(amended) && dayOf(amended) < dayOf(ratified)) {
        report(document.path, {
          place: amended.place,
          message: `The constitution was last amended on ${dayOf(amended)}, before it was ratified on ${dayOf(ratified)}`,
          help: 'Correct one of the two days.',
        })
      }
    }
  },
}

function dayOf({ text }: VersionValue): string {
  return text.slice(0, 'YYYY-MM-DD'.length)
}

/** A day, and perhaps a remark behind it. */
function isDay(day: VersionValue): boolean {
  return isCalendarDate(dayOf(day)) && !/^\w/.test(day.text.slice('YYYY-MM-DD'.length))
}
