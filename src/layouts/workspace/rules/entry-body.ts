import type { DocumentRule } from '../../../core/rule.ts'
import type { Source } from '../../../core/source.ts'
import type { Entry } from '../../../formats/entry-log.ts'
import { ENTRY_KINDS, entriesOf } from '../entries.ts'

/** How a comment or a thematic break starts: most bodies start with neither and need no closer look. */
const SILENT_START = /^[ \t]*(?:<!--|[-*_])/

/** Every entry says something. */
export const entryBody: DocumentRule = {
  id: 'entry-body',
  summary: 'Every entry has a text under its labels.',
  why: 'A title says what was decided or learned, not why: without a text the next reader has to find out again.',
  howToFix: 'Write the reason, or what happened and what to do differently; or delete the entry.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '### [2026-02-08] XState runs the workflows\n\n**Category:** architecture\n\n---\n',
    good: '### [2026-02-08] XState runs the workflows\n\n**Category:** architecture\n\nIt gives history and guards.\n\n---\n',
  },
  kinds: ENTRY_KINDS,
  subject: 'document',
  check: (source, report) => {
    for (const entry of entriesOf(source)?.entries ?? []) {
      if (!isEmpty(source, entry)) continue
      report({
        place: entry.heading.place,
        message: 'The entry has no text',
        help: 'Write the reason, or what happened and what to do differently; or delete the entry.',
      })
    }
  },
}

/** True for a body of nothing but blanks, comments and thematic breaks. */
function isEmpty({ text, markdown }: Source, { body }: Entry): boolean {
  if (body.start === body.end) return true
  if (!SILENT_START.test(text.slice(body.start, body.start + 8))) return false
  let offset = body.start
  const silent = [...(markdown?.comments ?? []), ...(markdown?.breaks ?? [])]
    .filter(({ start, end }) => start >= body.start && end <= body.end)
    .sort((a, b) => a.start - b.start)
  for (const { start, end } of silent) {
    if (text.slice(offset, start).trim() !== '') return false
    offset = Math.max(offset, end)
  }
  return text.slice(offset, body.end).trim() === ''
}
