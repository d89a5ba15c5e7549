import { timestampOf } from '../../../core/date.ts'
import type { DocumentRule, Found } from '../../../core/rule.ts'
import type { Source } from '../../../core/source.ts'
import { fieldPlace, recordOf, TIMES, textOf } from '../record.ts'

/** A record's timestamps can be compared, and nothing happened to it before it was created. */
export const recordTimes: DocumentRule = {
  id: 'record-times',
  summary: 'Timestamps are ISO 8601 with a time zone, and none is before `created_at`.',
  why: 'Records are ranked by how recent they are. A timestamp that does not parse, or has no zone, cannot be compared, and one before the creation was written into the wrong field.',
  howToFix:
    'Write day, time and zone, as in `2026-03-01T09:30:00Z`. Of two that are out of order, correct the wrong one.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '{ "created_at": "2026-03-01 09:30", "updated_at": "2026-02-28T18:00:00Z" }\n',
    good: '{ "created_at": "2026-03-01T09:30:00Z", "updated_at": "2026-03-02T18:00:00Z" }\n',
  },
  kinds: ['record'],
  subject: 'document',
  check: (source, report) => {
    const record = recordOf(source)
    const created = timestampOf(textOf(record, 'created_at') ?? '')
    for (const field of TIMES) {
      const text = textOf(record, field)
      if (text === null) continue
      const instant = timestampOf(text)
      if (instant === null) report(malformed(source, field))
      else if (created !== null && instant < created) report(tooEarly(source, field))
    }
  },
}

function malformed(source: Source, field: string): Found {
  return {
    place: fieldPlace(source, field),
    message: `\`${field}\` is not an ISO 8601 timestamp with a time zone`,
    help: 'Write it as 2026-03-01T09:30:00Z, or with an offset such as +07:00.',
  }
}

function tooEarly(source: Source, field: string): Found {
  return {
    place: fieldPlace(source, field),
    message: `\`${field}\` is before \`created_at\``,
    help: 'Correct the one of the two that is wrong.',
  }
}
