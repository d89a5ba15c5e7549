import type { DocumentRule } from '../../../core/rule.ts'
import { placeAt, rowsOf } from '../rows.ts'

/** An issue is solved when it says when, and only then. */
export const issueResolved: DocumentRule = {
  id: 'issue-resolved',
  summary: 'The `resolved` and `resolved_at` of an issue agree.',
  why: 'One reader filters by the flag and another by the time: an issue that has only one of them is open for the one and closed for the other.',
  howToFix: 'Write both, or neither.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '{ "resolved": false, "resolved_at": "2026-02-08T10:00:00Z" }\n',
    good: '{ "resolved": true, "resolved_at": "2026-02-08T10:00:00Z" }\n',
  },
  kinds: ['iteration-memory'],
  subject: 'document',
  check: (source, report) => {
    for (const { pointer, value } of rowsOf(source, 'issues')) {
      const { resolved, resolved_at: at } = value
      if (resolved === true && (at === undefined || at === null)) {
        report({
          place: placeAt(source, `${pointer}/resolved`),
          message: 'The issue is resolved but has no `resolved_at`',
          help: 'Add `resolved_at`, or write `"resolved": false`.',
        })
      }
      if (resolved === false && typeof at === 'string') {
        report({
          place: placeAt(source, `${pointer}/resolved_at`),
          message: 'The issue is not resolved but has a `resolved_at`',
          help: 'Write `"resolved": true`, or null for `resolved_at`.',
        })
      }
    }
  },
}
