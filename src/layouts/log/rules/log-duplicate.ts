import type { DocumentRule } from '../../../core/rule.ts'
import type { Entry } from '../../../formats/entry-log.ts'
import { digest } from '../../../formats/hash.ts'
import { normaliseTitle } from '../../../formats/names.ts'
import { ENTRY_KINDS } from '../kinds.ts'
import { dateOf, logOf, titleOf } from '../read-log.ts'

/** A log says nothing twice. */
export const logDuplicate: DocumentRule = {
  id: 'log-duplicate',
  summary: 'No two entries of a log have one date and title.',
  why: 'Of two entries with one name an edit reaches one, and then they disagree; a merge by text often leaves such pairs.',
  howToFix: 'Join the two, or give one of them a title of its own.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: '## 2026-02-08: A queue\n\n…\n\n## 2026-02-08: A queue\n',
    good: '## 2026-02-08: A queue\n\n…\n\n## 2026-02-09: A queue for mails\n',
  },
  kinds: ENTRY_KINDS,
  subject: 'document',
  check: (source, report) => {
    const log = logOf(source)
    if (!log) return
    const isLine = log.shape.unit !== 'heading'
    const first = new Map<string, Entry>()
    for (const entry of log.entries) {
      const body = digest(source.text.slice(entry.body.start, entry.body.end))
      // The title of a line is only its first words.
      const title = normaliseTitle(titleOf(entry))
      const name = JSON.stringify([dateOf(entry), title, isLine ? body : ''])
      const other = first.get(name)
      if (!other) {
        first.set(name, entry)
        continue
      }
      const there = digest(source.text.slice(other.body.start, other.body.end)) === body
      report({
        place: entry.heading.place,
        message: `The entry has the ${there ? 'words' : dateOf(entry) === null ? 'title' : 'date and title'} of the one in line ${other.heading.place.line}`,
        help: there ? 'Delete one of the two.' : 'Join the two, or give one of them a title of its own.',
      })
    }
  },
}
