import type { Block, Heading, Markdown, Range } from '../core/source.ts'
import { once } from '../core/text.ts'
import { countBefore } from './markdown/outline.ts'

/** The headings of a log that were read, or were meant, as the start of an entry. */
type Known = {
  readonly entries: ReadonlySet<Heading>
  readonly misshapen: ReadonlySet<Heading>
  /** Those that are reported as dashes in a wrong place. */
  readonly underlined: ReadonlySet<Heading>
}

/**
 * The headings of a log that look like an entry and are not read as one. Behind the first entry that is every other heading
 * at the depth of entries or above; before it, one that holds a date or an id. A log without either may keep its
 * entries under any heading of depth 3.
 */
export function unreadHeadings(headings: readonly Heading[], known: Known): readonly Heading[] {
  const { entries, misshapen, underlined } = known
  const high = headings.filter(({ topLevel, depth }) => topLevel && depth <= ENTRY_DEPTH)
  const first = high.find((one) => one.depth === ENTRY_DEPTH && (entries.has(one) || misshapen.has(one)))
  const isSuspect = (one: Heading): boolean =>
    misshapen.has(one) ||
    (one.topLevel &&
      one.depth <= ENTRY_DEPTH &&
      !underlined.has(one) &&
      ((first !== undefined && one.start > first.start) || findDateOrId(one.text) !== null))
  const unread = headings.filter((one) => !entries.has(one) && isSuspect(one))
  if (first || unread.length > 0) return unread
  return high.filter(({ depth }) => depth === ENTRY_DEPTH)
}

/** The first heading in an entry that is no heading of it; `range` is the entry's text behind its own. */
export function innerHeading(
  headings: readonly Heading[],
  { start, end }: Range,
  depth = ENTRY_DEPTH,
): Heading | null {
  for (let at = countBefore(headings, start); ; at++) {
    const heading = headings[at]
    if (heading === undefined || heading.end > end) return null
    if (heading.topLevel && heading.depth <= depth) return heading
  }
}

/** The depth of an entry's heading. */
export const ENTRY_DEPTH = 3

/** A line that has the form of an entry's heading. */
export const ENTRY_LINE = /^ {0,3}### +\[\d{4}-\d{2}-\d{2}\]/m

/** HTML with its own end mark; other HTML goes on to the next blank line. */
const CLOSES_ITSELF = /^ {0,3}<(?:!|\?|(?:pre|script|style|textarea)\b)/i

/** A fence's opening line: its marks, and the text behind them. */
const OPENING = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`~])?/

/** Fences and HTML blocks at the top level that nothing closes: they swallow everything to the end of the text. */
export function openBlocks(markdown: Markdown): Block[] {
  return topBlocks(markdown).filter(({ closed }) => !closed)
}

/**
 * Blocks at the top level that end in time, and in which an entry's heading can be only by mistake: HTML with no
 * blank line above the heading, and fences and comments that were opened twice before they ended. `line` says what such
 * a heading looks like.
 */
export function swallowingBlocks(markdown: Markdown, text: string, line = ENTRY_LINE): Block[] {
  return topBlocks(markdown).filter(({ type, start, end, closed }) => {
    const content = text.slice(start, end)
    if (!closed || !line.test(content) || (type !== 'fence' && type !== 'html')) return false
    if (type === 'html' && !CLOSES_ITSELF.test(content)) return true
    return opensAgain(type, content.split(/\r\n?|\n/))
  })
}

/** A second opening inside a block: the first one was never closed, and took the second one's end for its own. */
function opensAgain(type: 'fence' | 'html', [first = '', ...lines]: readonly string[]): boolean {
  if (type === 'html') return lines.some((line) => line.includes('<!--'))
  const marks = OPENING.exec(first)?.[1] ?? ''
  return lines.some((line) => {
    const [, again = '', info] = OPENING.exec(line) ?? []
    return info !== undefined && again.startsWith(marks)
  })
}

function topBlocks({ blocks }: Markdown): Block[] {
  let containerEnd = 0
  return blocks.filter(({ type, start, end }) => {
    if (type === 'list' || type === 'quote') containerEnd = Math.max(containerEnd, end)
    return start >= containerEnd
  })
}

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const DAY = '\\d{1,2}(?:st|nd|rd|th)?'
const YEAR = '(?:19|20)\\d{2}'
const GAP = '(?:,?\\s+|[-/.])'
const STARTS = '(?<![\\p{L}\\p{N}])'
const ENDS = '(?![\\p{L}\\p{N}])'

/** Days as people write them; a month or a year alone is no day. */
const DATES = [
  // 2026-03-01, 2026/3/1, 2026.3.1, with a time behind it: 2026-07-25-190410, 2026-07-25T19:04:00Z
  '\\d{4}([-/.])\\d{1,2}\\1\\d{1,2}(?:T\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?:Z|[+-]\\d{2}:?\\d{2})?|[-_T]\\d{1,6}Z?)?',
  // 2/27/2025, 27.2.2025, 27-02-2025
  '\\d{1,2}([-/.])\\d{1,2}\\2\\d{4}',
  // 2/27/25, 26-01-05
  '\\d{1,2}\\/\\d{1,2}\\/\\d{2}',
  '\\d{2}-\\d{2}-\\d{2}',
  // 20260301, 20260301T1904, 20260301190410
  `${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])(?:[-_T]?\\d{4}(?:\\d{2})?Z?)?`,
  // March 1, 2026; 1st of March 2026; 1-Mar-2026; 2026 March 1
  `${MONTH}${GAP}${DAY}${GAP}${YEAR}`,
  `${DAY}${GAP}(?:of\\s+)?${MONTH}${GAP}${YEAR}`,
  `${YEAR}${GAP}${MONTH}${GAP}${DAY}`,
]

const DATE = once(() => new RegExp(`${STARTS}(?:${DATES.join('|')})${ENDS}`, 'iu'))

/** LRN-20260101-001, ADR-12, D-007. One digit is enough at the start of a text only: UTF-8 is no id. */
const ID = once(
  () =>
    new RegExp(
      `^[^\\p{L}\\p{N}]*[A-Z][A-Z0-9]{0,9}-\\d+(?:-\\d+)*${ENDS}|${STARTS}[A-Z][A-Z0-9]{0,9}-(?:\\d+-)*\\d{2,}${ENDS}`,
      'u',
    ),
)

/** The patterns take milliseconds to compile: most texts that are asked about hold no digit, and so none of them. */
const DIGIT = /\d/

/** Where the first day of a text is, in any usual form; null where it holds none. */
export function findDate(text: string): { readonly start: number; readonly end: number } | null {
  const found = DIGIT.test(text) ? DATE().exec(text) : null
  return found && { start: found.index, end: found.index + found[0].length }
}

/** Where the first day or id of a text is, in any usual form; null where it holds none. */
export function findDateOrId(text: string): { readonly start: number; readonly end: number } | null {
  if (!DIGIT.test(text)) return null
  const found = [DATE().exec(text), ID().exec(text)].filter((match) => match !== null)
  const first = found.sort((a, b) => a.index - b.index)[0]
  return first ? { start: first.index, end: first.index + first[0].length } : null
}
