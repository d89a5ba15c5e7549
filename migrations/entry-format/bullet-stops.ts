import { isCalendarDate } from '../../src/core/date.ts'
import type { Block } from '../../src/core/source.ts'
import { lineAt } from '../../src/core/text.ts'
import { lineRange } from '../../src/formats/entry-labels.ts'
import { BELOW_HEADINGS, type LogText, type Remark, type Stop } from './log-text.ts'

/** The items of lists that name a day each, and what keeps them from being entries. */
type BulletStops = { readonly stops: readonly Stop[]; readonly blocked: readonly Remark[] }

/** A list item at the top level: its lines, and the column where its content starts. */
type Item = { readonly line: number; readonly start: number; end: number; readonly indent: number }

const ITEM = /^( {0,3})[-*+]( {1,4})(?=\S)/

/** Reads the top-level bullets that start with a day, `- 2026-01-05: …`; from the first one on, every bullet has to. */
export function bulletStops(log: LogText): BulletStops {
  const lists = log.markdown.blocks.filter((block) => block.type === 'list' && isOuter(log, block))
  const stops: Stop[] = []
  const blocked: Remark[] = []
  for (const item of lists.flatMap((list) => itemsOf(log, list))) {
    const stop = stopOf(log, item)
    if (stop) stops.push(stop)
    else if (stops.length > 0)
      blocked.push({
        line: item.line,
        what: 'is a list item without a day among dated ones: start it with its date',
      })
  }
  return { stops, blocked }
}

function isOuter({ markdown, starts }: LogText, { start, place }: Block): boolean {
  const isInside = markdown.blocks.some((block) => block.start < start && start < block.end)
  return !isInside && start - (starts[place.line - 1] ?? 0) <= 3
}

function itemsOf({ text, starts }: LogText, list: Block): Item[] {
  const items: Item[] = []
  const last = lineAt(starts, Math.max(list.end - 1, list.start))
  for (let number = list.place.line; number <= last; number++) {
    const line = lineRange(text, starts, number)
    if (!line) break
    const content = text.slice(line.start, line.end)
    const match = ITEM.exec(content)
    const open = items.at(-1)
    if (match && (match[1]?.length ?? 0) < (open?.indent ?? 4)) {
      items.push({ line: number, start: line.start, end: line.end, indent: match[0].length })
    } else if (open && content.trim() !== '') {
      open.end = line.end
    }
  }
  return items
}

function stopOf(log: LogText, { line, start, end, indent }: Item): Stop | null {
  const { text } = log
  const lines = text.slice(start, end).split(/(?<=\r\n|\n|\r(?!\n))/)
  const content = lines.map((one, index) => (index === 0 ? one.slice(indent) : dedent(one, indent))).join('')
  const first = content.split(/\r\n|\n|\r/, 1)[0] ?? ''
  const day = leadingDay(first)
  if (!day) return null
  const own = day.title + content.slice(first.length)
  const { title, body } = splitLead(own)
  return {
    style: 'item',
    start,
    end,
    heading: { start, end },
    line,
    depth: BELOW_HEADINGS,
    text: first,
    mark: { ...day, title, dateLine: line, leads: true },
    read: null,
    body,
  }
}

/** Takes the indentation of a list item's content off one of its lines, or as much of it as is there. */
function dedent(line: string, indent: number): string {
  let column = 0
  let at = 0
  while (column < indent && (line[at] === ' ' || line[at] === '\t')) {
    column = line[at] === '\t' ? column + 4 - (column % 4) : column + 1
    at++
  }
  // A tab that ends behind the content's column becomes the spaces behind that column.
  return ' '.repeat(Math.max(column - indent, 0)) + line.slice(at)
}

const BOLD = /^(\*\*|__)(?<title>[^*_\r\n]+)\1(?<gap>[ \t]*(?:[:.—–-]+(?=\s))?\s+|\s*$)/
/** The end of a sentence: what follows starts like another one. */
const SENTENCE = /[.!?]["')\]*_]{0,3}\s+(?=["'(*_`[]{0,3}[\p{Lu}\p{N}])/gu
const ABBREVIATED = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|no|dr|mr|mrs|st)\.$/i
const DASH = /[ \t\r\n](?:—|–|--?)[ \t\r\n]/g
/** A line that ends the paragraph above it. */
const BLOCK_START = /^[ \t]*(?:$|[-*+>#|]|\d{1,9}[.)]|```|~~~)/

/**
 * Splits the text of a list item into a title of one line and a body: behind what is bold at its start, its first
 * sentence, the part before a dash, or its first paragraph. What cannot be split is both.
 */
function splitLead(text: string): { readonly title: string; readonly body: string } {
  const paragraph = firstParagraph(text)
  const [end, next, own] = boldLead(text) ?? sentenceEnd(paragraph) ?? dashEnd(paragraph) ?? whole(paragraph)
  const title = (own ?? paragraph.slice(0, end))
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .join(' ')
    .trim()
  const body = withoutBlankStart(text.slice(next)).trimEnd()
  return { title, body: body === '' ? text.trim() : body.replace(/^[ \t]+(?=\S)/, '') }
}

function firstParagraph(text: string): string {
  let end = 0
  for (const line of text.split(/(?<=\r\n|\n|\r(?!\n))/)) {
    if (end > 0 && BLOCK_START.test(line.trimEnd())) break
    end += line.length
  }
  return text.slice(0, end).trimEnd()
}

type Split = readonly [end: number, next: number, title?: string]

function boldLead(text: string): Split | null {
  const match = BOLD.exec(text)
  const title = match?.groups?.title?.replace(/[:.]$/, '')
  return match && title ? [0, match[0].length, title] : null
}

function sentenceEnd(paragraph: string): Split | null {
  for (const { 0: mark, index } of paragraph.matchAll(SENTENCE)) {
    const end = index + mark.trimEnd().length
    const title = paragraph.slice(0, end)
    if (!isCut(title) && !ABBREVIATED.test(title))
      return [title.endsWith('.') ? end - 1 : end, index + mark.length]
  }
  return null
}

/** One word before a dash is a name, not a title. */
function dashEnd(paragraph: string): Split | null {
  for (const { 0: mark, index } of paragraph.matchAll(DASH)) {
    const title = paragraph.slice(0, index)
    if (!isCut(title) && /\S\s+\S/.test(title)) return [title.trimEnd().length, index + mark.length]
  }
  return null
}

function whole(paragraph: string): Split {
  return [/[^.]\.$/.test(paragraph) ? paragraph.length - 1 : paragraph.length, paragraph.length]
}

/** True when marks that open in a text close behind it. */
function isCut(text: string): boolean {
  const count = (mark: RegExp): number => text.match(mark)?.length ?? 0
  return count(/`/g) % 2 === 1 || count(/\*\*/g) % 2 === 1 || count(/[([]/g) > count(/[)\]]/g)
}

function withoutBlankStart(text: string): string {
  return text.replace(/^(?:[ \t]*(?:\r\n|\n|\r))+/, '')
}

/** A day that a heading, a line or a list item names, and what is left of the text without it. */
type NamedDay = {
  /** `YYYY-MM-DD`; null when the text is not a calendar day, or several. */
  readonly date: string | null
  /** The time of day as written, without a `T` before it. */
  readonly time: string | null
  readonly title: string
}

const DAY = String.raw`(?<year>\d{4})(?<gap>[-/.])(?<month>\d{1,2})\k<gap>(?<day>\d{1,2})`
const ZONE = String.raw`(?:Z|UTC|GMT|[AaPp]\.?[Mm]\.?|[+-]\d{2}:?\d{2})`
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?${ZONE})?`
/** As file names have it: `10-18`, `101800Z`. */
const DASHED_CLOCK = String.raw`\d{2}-?\d{2}(?:-?\d{2})?Z?`
const TIME = String.raw`(?:(?:T|[ \t]+)(?<clock>${CLOCK})|T(?<dashed>${DASHED_CLOCK}))`

const LEADING = new RegExp(
  String.raw`^(?<marks>[*_\x60]{0,3})(?<open>\\?\[|\()?${DAY}${TIME}?(?<close>\\?\]|\))?(?<ending>[*_\x60]{0,3})(?<rest>(?:\s[\s\S]*|[:|·–—→][\s\S]*|-+(?:\s[\s\S]*)?)?)$`,
)
/** The same less strictly: it was meant as a day. */
const MEANT = /^[\\*_`]{0,3}[[(]?\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)/
const PENDING = /^\\?\[YYYY-MM-DD\\?\]/
const TRAILING = new RegExp(
  String.raw`^(?<title>[\s\S]*\S)(?:\s*(?<open>\\?\[|\()|\s+[–—|·-]\s+)${DAY}${TIME}?(?<close>\\?\]|\))?(?<marks>[*_\x60]{0,3})$`,
)
/** `Update (2026-01-05): Title` */
const INNER = new RegExp(
  String.raw`^(?<before>[^()]*[^()\s])\s*\(${DAY}${TIME}?\)(?<after>(?::|\s+[–—-])\s+\S[\s\S]*)$`,
)
const SEPARATOR = /^\s*(?:[:|·–—→]|-{1,2}(?=\s|$))?\s*/
/** What would follow a day if it were only the first of several. */
const MORE_DAYS =
  /^(?:(?:to|until|till|through|and)\s+|[–—-]\s*)?(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)|\d{1,2}(?:\]|\s*:|$))/

/** Reads a text that starts with a day; null when it does not, or only seems to. */
export function leadingDay(text: string): NamedDay | null {
  if (PENDING.test(text)) return { date: null, time: null, title: text }
  const groups = LEADING.exec(text)?.groups
  const nothing = MEANT.test(text) ? { date: null, time: null, title: text } : null
  if (!groups || !isClosed(groups)) return nothing
  const { marks = '', ending = '', rest = '' } = groups
  const date = dayOf(groups)
  const title = rest.replace(SEPARATOR, '').trim()
  if (date === null || MORE_DAYS.test(title)) return nothing
  if (ending !== '' && marks !== ending) return nothing
  // The marks that open before the day close in the title, and stay with it.
  const opened = marks !== '' && ending === ''
  if (opened && !title.includes(marks)) return nothing
  return { date, time: timeOf(groups), title: opened ? withMarks(title, marks) : title }
}

/** Removes marks around a whole text, which are not part of the title; others are. */
function withMarks(title: string, marks: string): string {
  const inner = title.slice(0, -marks.length)
  return title.endsWith(marks) && !inner.includes(marks) ? inner.trimEnd() : marks + title
}

/**
 * Reads a text with a day in brackets or behind a dash at its end, or in brackets before a colon or a dash; null for
 * any other.
 */
export function trailingDay(text: string): NamedDay | null {
  const inner = INNER.exec(text)?.groups
  if (inner) return named(inner, `${inner.before}${inner.after}`)
  const groups = TRAILING.exec(text)?.groups
  return groups && isClosed(groups) ? named(groups, `${groups.title}${groups.marks}`) : null
}

function named(groups: Groups, title: string): NamedDay | null {
  const date = dayOf(groups)
  return date === null ? null : { date, time: timeOf(groups), title }
}

/** The day at the start of a value, with any text after it; null for none, `date` null for one outside the calendar. */
function dayOfValue(value: string): { readonly date: string | null } | null {
  const groups = new RegExp(String.raw`^[[(*_\x60]{0,3}${DAY}(?![\d/])`).exec(value)?.groups
  if (groups) return { date: dayOf(groups) }
  return /^\d{4}\b/.test(value) ? { date: null } : null
}

type Groups = { readonly [name: string]: string | undefined }

function dayOf({ year = '', month = '', day = '' }: Groups): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : null
}

function timeOf({ clock, dashed }: Groups): string | null {
  return clock ?? dashed ?? null
}

function isClosed({ open = '', close = '' }: Groups): boolean {
  return { '': '', '[': ']', '\\[': '\\]', '(': ')' }[open] === close
}

/** The day that a label names, null where it names none of the calendar, and its line. */
type LabelledDay = { readonly date: string | null; readonly line: number }

const DATE =
  /^ {0,3}(?:[-*+] {1,3})?[*_]{0,3}(?:(?:decision )?date|date decided|decided(?: on)?|when|timestamp)[*_]{0,3} ?:[*_]{0,3}[ \t]*(?<value>.*)$/i

/** `**By:** …`, `- Status: …`: a short name and a colon. */
const LABEL =
  /^ {0,3}(?:[-*+] {1,3})?(?:[*_]{1,3}[^*_:]{1,40}(?::[*_]{1,3}|[*_]{1,3} ?:)|\p{L}[\p{L} -]{0,30}:(?=[ \t]|$))/u

/** Finds a `**Date:** 2026-01-05` line, in whichever usual form, among the label lines directly under a heading. */
export function dateLabel(
  { text, starts }: LogText,
  { start, end }: { readonly start: number; readonly end: number },
): LabelledDay | null {
  for (let number = lineAt(starts, start) + 1; ; number++) {
    const line = lineRange(text, starts, number)
    if (!line || line.start >= end) return null
    const content = text.slice(line.start, line.end)
    if (content.trim() === '') continue
    const value = DATE.exec(content)?.groups?.value
    const day = value === undefined ? null : dayOfValue(value)
    if (day) return { date: day.date, line: number }
    if (!LABEL.test(content)) return null
  }
}
