import type { DocumentRule } from '../../../core/rule.ts'
import { placeOf } from '../../../core/text.ts'
import { settingOf } from '../claim.ts'
import { LOG_KINDS } from '../kinds.ts'
import { logOf } from '../read-log.ts'

/** A log grows at the end that the settings name. */
export const logOrder: DocumentRule = {
  id: 'log-order',
  summary: 'The dates of a log have the order that `logs` names for it.',
  why: 'Readers and tools look for the newest entry at one end.',
  howToFix: 'Move the entry to its place by date; without `order` in `logs` any order is fine.',
  severity: 'info',
  fixable: false,
  example: {
    bad: '## 2026-02-08: A queue\n\n## 2026-01-12: One lockfile\n',
    good: '## 2026-01-12: One lockfile\n\n## 2026-02-08: A queue\n',
  },
  kinds: LOG_KINDS,
  subject: 'document',
  check: (source, report) => {
    const order = settingOf(source.path, source.settings)?.order
    if (order === undefined) return
    let last: string | null = null
    for (const { date, day } of logOf(source)?.entries ?? []) {
      if (day === null) continue
      const isWrong = last !== null && (order === 'newest-first' ? day > last : day < last)
      if (isWrong) {
        report({
          place: placeOf(source.starts, date.start, date.end),
          message: `Date ${day} follows ${last}, but the log has its ${order === 'newest-first' ? 'newest' : 'oldest'} entry first`,
          help: 'Move the entry to its place by date.',
        })
      }
      last = day
    }
  },
}
