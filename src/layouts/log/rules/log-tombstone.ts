import type { DocumentRule } from '../../../core/rule.ts'
import { TOMBSTONE_FORM } from '../../../formats/comments.ts'
import { ENTRY_KINDS } from '../kinds.ts'
import { logOf } from '../read-log.ts'

/** A tombstone has the form that tools read. */
export const logTombstone: DocumentRule = {
  id: 'log-tombstone',
  summary:
    'A comment with `memkeep-removed` in a log is a tombstone: the title of the entry, its date in front where it had one, and a reason.',
  why: 'A tombstone that cannot be read replaces nothing: the removed entry counts as lost.',
  howToFix: `Write it as \`${TOMBSTONE_FORM}\`, without the brackets for an entry that had no date.`,
  severity: 'error',
  fixable: false,
  example: {
    bad: '<!-- memkeep-removed Deploy key -->\n',
    good: '<!-- memkeep-removed [2026-02-08] Deploy key -- it held the key itself -->\n',
  },
  kinds: ENTRY_KINDS,
  subject: 'document',
  check: (source, report) => {
    for (const fault of logOf(source)?.faults ?? []) report(fault)
  },
}
