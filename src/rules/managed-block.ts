import type { DocumentRule, Found } from '../core/rule.ts'
import type { Comment } from '../core/source.ts'
import { type BlockMark, isPair, readBlockMark } from '../formats/markdown/block-mark.ts'

/** The marks of a block that a tool keeps are in pairs. */
export const managedBlock: DocumentRule = {
  id: 'managed-block',
  summary: 'Every block that a tool keeps has a start and an end, and no section of a tool is there twice.',
  why: 'A tool replaces what is between its marks. With one mark missing or doubled it writes a second copy, stops updating, or replaces what a person wrote.',
  howToFix:
    'Restore the missing mark, or delete the copy that is too much. Then run the tool again: it writes the block anew.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: '<!-- NOTES:START -->\nRun the tests.\n',
    good: '<!-- NOTES:START -->\nRun the tests.\n<!-- NOTES:END -->\n',
  },
  subject: 'document',
  check: ({ kind, markdown, text }, report) => {
    if (!kind.freeText || !markdown) return
    for (const found of faultsOf(blockMarks(markdown.comments), text)) report(found)
  },
}

/** A list of links may be meant to be in a file more than once, a section is not. */
const SECTION = /^#{1,6}[ \t]/m

function faultsOf(marks: readonly MarkAt[], text: string): readonly Found[] {
  const found: Found[] = []
  const open: MarkAt[] = []
  const whole = new Map<string, MarkAt[]>()
  for (const mark of marks) {
    if (mark.isStart) {
      const other = open.findIndex(({ name }) => name === mark.name)
      const [unended] = other < 0 ? [] : open.splice(other, 1)
      if (unended) found.push(...unpaired(unended))
      open.push(mark)
      continue
    }
    const at = open.findLastIndex((start) => isPair(start, mark))
    const [start] = at < 0 ? [] : open.splice(at, 1)
    const inner = open[at]
    if (!start) found.push(...unpaired(mark))
    else if (inner) found.push(crossed(start, inner, mark))
    else if (SECTION.test(text.slice(start.comment.end, mark.comment.start))) {
      whole.set(start.name, [...(whole.get(start.name) ?? []), start])
    }
  }
  for (const [first, second, ...more] of whole.values()) {
    if (first && second && more.length === 0) found.push(doubled(second, first))
  }
  return [...found, ...open.flatMap(unpaired)].sort((a, b) => a.place.line - b.place.line)
}

function unpaired({ name, isStart, isCertain, comment }: MarkAt): readonly Found[] {
  if (!isCertain) return []
  const [one, other] = isStart ? ['start', 'end'] : ['end', 'start']
  return [
    {
      place: comment.place,
      message: `The block ${shown(name)} has a mark for its ${one} here and none for its ${other}`,
      help: `Write the mark for its ${other}, or delete this one.`,
    },
  ]
}

function crossed(start: MarkAt, inner: MarkAt, end: MarkAt): Found {
  return {
    place: end.comment.place,
    message: `The block ${shown(start.name)} ends inside the block ${shown(inner.name)}, which starts in it`,
    help: 'Close the inner block first: each tool replaces all that is between its marks.',
  }
}

function doubled({ name, comment }: MarkAt, first: MarkAt): Found {
  return {
    place: comment.place,
    message: `The block ${shown(name)} is there a second time: the first one starts in line ${first.comment.place.line}`,
    help: 'Delete one of the two: its tool updates one of them at most.',
  }
}

function shown(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name)
}

/** One end of a block, and where it is. */
type MarkAt = BlockMark & { readonly comment: Comment }

/** Nothing that a model reads has more comments. */
const MOST = 2000

/** The marks of blocks among comments, in order. Comments in code are none. */
function blockMarks(comments: readonly Comment[]): readonly MarkAt[] {
  return comments.slice(0, MOST).flatMap((comment) => {
    const mark = readBlockMark(comment.text)
    return mark ? [{ ...mark, comment }] : []
  })
}
