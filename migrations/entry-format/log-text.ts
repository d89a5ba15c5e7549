import type { Markdown, Range } from '../../src/core/source.ts'
import { type LineStarts, lineEnd, lineStarts, placeOf } from '../../src/core/text.ts'
import { type EntryLog, entryLog } from '../../src/formats/entry-log.ts'
import { readFrontMatter } from '../../src/formats/front-matter.ts'
import { lineEndOf } from '../../src/formats/line-end.ts'
import { countBefore } from '../../src/formats/markdown/outline.ts'
import { parseOrdinary } from '../../src/formats/markdown/parse-markdown.ts'

/** A log as its text, its outline and the entries that are read from it. */
export type LogText = {
  readonly text: string
  readonly starts: LineStarts
  readonly markdown: Markdown
  readonly log: EntryLog
  /** The line break of new lines: the first one of the file. */
  readonly lineBreak: string
}

/** What a person has to do about a line. */
export type Remark = { readonly line: number; readonly what: string }

/** Estimated milliseconds up to which a text is parsed; a log is parsed a few times over. */
const PATIENCE = 1000

/** Reads a log; refuses a text that would take very long to parse. `lineBreak` is that of an earlier reading. */
export function readLog(
  text: string,
  frontMatterBytes: number,
  lineBreak = lineEndOf(text),
): LogText | { readonly refused: Remark } {
  const starts = lineStarts(text)
  const { bodyStart } = readFrontMatter(text, starts, frontMatterBytes)
  const read = parseOrdinary(text, bodyStart, PATIENCE)
  if (!('markdown' in read)) {
    const { line } = placeOf(starts, read.refusedAt ?? bodyStart)
    return {
      refused: { line, what: 'nests too deeply to be read safely: simplify the Markdown or split the file' },
    }
  }
  const { markdown } = read
  return { text, starts, markdown, log: entryLog(text, markdown, starts), lineBreak }
}

/** The line break that ends the line at an offset. */
export function lineBreakAfter({ text, lineBreak }: LogText, offset: number): string {
  const { end, next } = lineEnd(text, offset)
  return text.slice(end, next) || lineBreak
}

/** True when a line follows the one that ends at an offset, and is not blank. */
export function isTextBelow(text: string, end: number): boolean {
  const { next } = lineEnd(text, end)
  return text.slice(next, lineEnd(text, next).end).trim() !== ''
}

/** True for a range of nothing but blanks, comments and thematic breaks. */
export function isWithoutText({ text, markdown }: LogText, start: number, end: number): boolean {
  let offset = start
  for (const range of [...within(markdown.comments, start, end), ...within(markdown.breaks, start, end)].sort(
    (a, b) => a.start - b.start,
  )) {
    if (text.slice(offset, range.start).trim() !== '') return false
    offset = Math.max(offset, range.end)
  }
  return text.slice(offset, end).trim() === ''
}

/** The ranges that lie in another one, of ranges in order. */
function within(ranges: readonly Range[], start: number, end: number): readonly Range[] {
  return ranges
    .slice(countBefore(ranges, start), countBefore(ranges, end))
    .filter((range) => range.end <= end)
}

/** The day and title of an entry, or the text in their place. */
export type Mark = {
  /** Null for what was meant as a day and is none. */
  readonly date: string | null
  readonly time: string | null
  readonly title: string
  /** The line that names the day. */
  readonly dateLine: number
  /** It starts an entry at any place; a day named elsewhere does so only where no other entry is open. */
  readonly leads: boolean
}

/** Where an entry, a section or a part of an entry may start: a heading, a line with a day in brackets, a list item. */
export type StopPlace = {
  readonly style: 'atx' | 'setext' | 'line' | 'item'
  /** Where its first line starts, and its last one ends; of an item, the whole of it. */
  readonly start: number
  readonly end: number
  /** What a heading in its place replaces. */
  readonly heading: { readonly start: number; readonly end: number }
  readonly line: number
  /** Of a heading; lines and items lie below any heading. */
  readonly depth: number
  readonly text: string
}

/** Such a place, and what is read there. */
export type Stop = StopPlace & {
  readonly mark: Mark | null
  /** What the entry reader takes it for: the start of an entry, or of something that was meant as one. */
  readonly read: 'entry' | 'misshapen' | null
  /** It is a section of one day: what lies one level below it is of that day. */
  readonly ofDay?: true
  /** Of an item: the text under its heading. */
  readonly body?: string
}

/** The depth of what is no heading. */
export const BELOW_HEADINGS = 7
