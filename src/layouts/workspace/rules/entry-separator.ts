import type { DocumentRule, Found } from '../../../core/rule.ts'
import type { Block, Range, Source } from '../../../core/source.ts'
import { lineEnd, placeOf } from '../../../core/text.ts'
import type { Entry } from '../../../formats/entry-log.ts'
import { ENTRY_LINE, openBlocks } from '../../../formats/unread-headings.ts'
import { ENTRY_KINDS, entriesOf } from '../entries.ts'

/** Entries are set apart. */
export const entrySeparator: DocumentRule = {
  id: 'entry-separator',
  summary: 'Every entry ends with `---`, with a blank line above it.',
  why: 'The line keeps entries apart for readers and for tools that append. Straight under a text line it does the opposite: Markdown makes that text a heading.',
  howToFix: '`check --fix` adds the line, or the blank line above it.',
  severity: 'warning',
  severities: ['error', 'warning'],
  fixable: true,
  example: {
    bad: 'XState gives history and guards.\n---\n',
    good: 'XState gives history and guards.\n\n---\n',
  },
  kinds: ENTRY_KINDS,
  subject: 'document',
  check: (source, report) => {
    const open = source.markdown ? openBlocks(source.markdown) : []
    for (const entry of entriesOf(source)?.entries ?? []) {
      if (entry.underline) report(underline(source, entry, entry.underline))
      else if (!entry.separator) missing(source, entry, open).forEach(report)
      else if (source.text[entry.separator.start] !== '-') report(otherBreak(source, entry.separator))
    }
  },
}

function underline({ text, starts }: Source, entry: Entry, { start, end }: Range): Found {
  return {
    place: placeOf(starts, start, end),
    severity: 'error',
    message: 'The --- is straight under a text line, which makes that text a heading',
    help: 'Put a blank line above the ---.',
    edits: [{ start, end: start, text: lineBreak(text, entry) }],
  }
}

function otherBreak({ text, starts }: Source, { start, end }: Range): Found {
  return {
    place: placeOf(starts, start, end),
    message: `The entry ends with ${text.slice(start, end)}, not with ---`,
    help: 'Write the separator as ---.',
    edits: [{ start, end, text: '---' }],
  }
}

function missing({ text }: Source, entry: Entry, open: readonly Block[]): Found[] {
  const over = open.find(({ start, end }) => start < entry.ownEnd && end >= entry.ownEnd)
  const found = {
    place: entry.heading.place,
    message: 'The entry has no --- after its text',
  }
  // Where further entries are swallowed too, that is said of the block, once.
  if (over && ENTRY_LINE.test(text.slice(over.start, over.end))) return []
  // A line inside an open block would only be more of its content.
  if (over) return [{ ...found, help: `Close what opens in line ${over.place.line}, then add a line ---.` }]
  // What follows such a heading may belong to another entry: where this one ends is not known.
  if (entry.inner) {
    const { line } = entry.inner.place
    return [{ ...found, help: `Correct the heading in line ${line}, then end the entry with a line ---.` }]
  }
  const at = lineEnd(text, entry.ownEnd).end
  const br = lineBreak(text, entry)
  const isTight = at === text.length || isNextLineText(text, at)
  const edit = { start: at, end: at, text: `${br}${br}---${isTight ? br : ''}` }
  return [{ ...found, help: 'Add a blank line and a line --- at the end of the entry.', edits: [edit] }]
}

/** The line break that the entry's own heading ends with, or LF when it is on the last line. */
function lineBreak(text: string, { heading }: Entry): string {
  const { end, next } = lineEnd(text, heading.end)
  return text.slice(end, next) || '\n'
}

/** True when the line that follows a line's end is not blank. */
function isNextLineText(text: string, end: number): boolean {
  const { next } = lineEnd(text, end)
  return text.slice(next, lineEnd(text, next).end).trim() !== ''
}
