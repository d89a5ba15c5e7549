import type { DocumentRule } from '../../../core/rule.ts'
import { placeOf } from '../../../core/text.ts'
import { TOMBSTONE_FORM } from '../../../formats/comments.ts'
import { ENTRY_KINDS, entriesOf } from '../entries.ts'

/** A tombstone says which entry it replaces, and why. */
export const tombstone: DocumentRule = {
  id: 'tombstone',
  summary: 'A tombstone has a real date, a title and a reason, and nothing but entries behind it.',
  why: 'A tombstone replaces an entry that must not stay anywhere, such as one with a secret: the loss of that entry is no error. Without the date and title it names none, and without a reason the loss has not been explained. Text behind it belongs to no entry, so nothing reads it.',
  howToFix: `Write it as \`${TOMBSTONE_FORM}\`, at the start of a line, with the date and title of the entry. Only a \`---\` may follow it before the next entry. In a fence it is an example, and fine.`,
  severity: 'error',
  fixable: false,
  example: {
    bad: '<!-- memkeep-removed [2026-02-08] Deploy key -->\n',
    good: '<!-- memkeep-removed [2026-02-08] Deploy key -- it held the key itself -->\n',
  },
  kinds: ENTRY_KINDS,
  subject: 'document',
  check: (source, report) => {
    const log = entriesOf(source)
    for (const fault of log?.faults ?? []) report(fault)
    for (const { stray } of log?.tombstones ?? []) {
      if (!stray) continue
      report({
        place: placeOf(source.starts, stray.start, stray.end),
        message: 'The text behind a tombstone belongs to no entry: nothing reads it',
        help: 'Delete it, or move it above the tombstone if it belongs to the entry there.',
      })
    }
  },
}
