import type { DocumentRule, Found } from '../core/rule.ts'
import type { Comment } from '../core/source.ts'

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

function faultsOf(marks: readonly BlockMark[], text: string): readonly Found[] {
  const found: Found[] = []
  const open: BlockMark[] = []
  const whole = new Map<string, BlockMark[]>()
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

function unpaired({ name, isStart, isCertain, comment }: BlockMark): readonly Found[] {
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

function crossed(start: BlockMark, inner: BlockMark, end: BlockMark): Found {
  return {
    place: end.comment.place,
    message: `The block ${shown(start.name)} ends inside the block ${shown(inner.name)}, which starts in it`,
    help: 'Close the inner block first: each tool replaces all that is between its marks.',
  }
}

function doubled({ name, comment }: BlockMark, first: BlockMark): Found {
  return {
    place: comment.place,
    message: `The block ${shown(name)} is there a second time: the first one starts in line ${first.comment.place.line}`,
    help: 'Delete one of the two: its tool updates one of them at most.',
  }
}

function shown(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name)
}

/** One end of a block that a tool keeps: `<!-- BEGIN beads -->`, `<!-- OPENSPEC:START -->`, `<!-- toc-end -->`. */
type BlockMark = {
  /** In lower case. A start may say more behind its name: `beads v:1`. */
  readonly name: string
  readonly isStart: boolean
  /** A tool wrote it: `front-end` and `start date` may be words of people, and are marks only in pairs. */
  readonly isCertain: boolean
  readonly comment: Comment
}

/** `BEGIN name`, `END:name`. */
const IN_FRONT = /^(begin|start|end|stop)(\s*:\s*|\s+)(\S[^\r\n]*)$/i

/** `name START`, `name:end`, `SECTION:NOTES:BEGIN`, `toc-end`; a remark may be behind it: `nav:start (written by a tool)`. */
const BEHIND = /^(\S[^\r\n]*?)(\s*:\s*|\s+|[-_])(begin|start|end|stop)(?:\s+[(–—-][^\r\n]*)?$/i

const LONGEST = 400

/** Nothing that a model reads has more comments. */
const MOST = 2000

/** The marks of blocks among comments, in order. Comments in code are none. */
function blockMarks(comments: readonly Comment[]): readonly BlockMark[] {
  return comments.slice(0, MOST).flatMap((comment) => {
    const text = comment.text.trim()
    const mark = text.length > LONGEST ? null : markOf(text)
    return mark ? [{ ...mark, comment }] : []
  })
}

function markOf(text: string): { name: string; isStart: boolean; isCertain: boolean } | null {
  const front = IN_FRONT.exec(text)
  const [, before = '', between = '', last = ''] = BEHIND.exec(text) ?? []
  const [word = last, separator = between, name = before] = front?.slice(1) ?? []
  if (name === '') return null
  return {
    name: plain(name),
    isStart: /^(?:begin|start)$/i.test(word),
    isCertain: separator.includes(':') || /\S:\S/.test(name) || isInCapitals(word, name),
  }
}

/** `END of file` is a remark. */
function isInCapitals(word: string, name: string): boolean {
  return word === word.toUpperCase() && !/^of\s/i.test(name)
}

function plain(name: string): string {
  return name.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

/** True for the two ends of one block: the start may say more (`BEGIN beads v:1`). */
function isPair(start: BlockMark, end: BlockMark): boolean {
  return start.name === end.name || start.name.startsWith(`${end.name} `)
}
