import type { DocumentRule } from '../../../core/rule.ts'
import type { Source } from '../../../core/source.ts'
import { listsOf } from '../read-files.ts'
import { placeAt, readInstant, rowsOf, textIn } from '../rows.ts'

/** Timestamps can be read by what wrote them. */
export const utcTime: DocumentRule = {
  id: 'utc-time',
  summary: 'Timestamps are ISO 8601 with a time and a zone: `2026-02-08T10:00:00Z`.',
  why: 'The tools that keep this memory refuse the whole file for one timestamp that they cannot read. One without a zone is another moment on every machine.',
  howToFix: 'Write date, `T`, time and `Z`, or the offset from UTC.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '{ "created_at": "2026-02-08 10:00" }\n',
    good: '{ "created_at": "2026-02-08T10:00:00Z" }\n',
  },
  kinds: ['project-memory', 'iteration-memory'],
  subject: 'document',
  check: (source, report) => {
    for (const { pointer, text } of timesIn(source)) {
      if (readInstant(text)) continue
      report({
        place: placeAt(source, pointer),
        message: `Timestamp "${text.slice(0, 40)}" is not a moment such as 2026-02-08T10:00:00Z`,
        help: 'Write a day that exists, `T`, the time with seconds, and `Z` or an offset.',
      })
    }
  },
}

function timesIn(source: Source): { readonly pointer: string; readonly text: string }[] {
  return listsOf(source)
    .flatMap((list) => rowsOf(source, list))
    .flatMap((row) =>
      ['created_at', 'resolved_at'].flatMap((field) => {
        const text = textIn(row, field)
        return text === undefined ? [] : [{ pointer: `${row.pointer}/${field}`, text }]
      }),
    )
}
