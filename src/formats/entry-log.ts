import { isCalendarDate } from '../core/date.ts'
import type { Heading, Markdown, Range } from '../core/source.ts'
import { isBlankRange, type LineStarts, lineStart, trimmedEnd } from '../core/text.ts'
import { readTombstones, type Tombstone, type TombstoneFault } from './comments.ts'
import { type EntryLabels, type LabelLine, readEntryLabels, type Token, tagParts } from './entry-labels.ts'
import { countBefore } from './markdown/outline.ts'
import { ENTRY_DEPTH, innerHeading, unreadHeadings } from './unread-headings.ts'

type ParsedLabels = {
  readonly category: LabelLine | null
  /** `tags` holds the parts that are not empty, as written. */
  readonly tags: (LabelLine & { readonly tags: readonly Token[] }) | null
}

/** One entry of a decisions or lessons log: its range runs from its heading's line to the next entry or the end of the text. */
export type Entry = Range &
  ParsedLabels & {
    readonly heading: Heading
    /** The date between the brackets, as written. */
    readonly date: Token
    /** The same, where it is a real day; null for `2026-02-30`. */
    readonly day: string | null
    /** What follows the brackets; empty when the title is missing. */
    readonly title: Token
    /** From the first line behind the labels that is not blank to the last character before the separator. */
    readonly body: Range
    /**
     * The thematic break that ends the entry: the last thing in it, or in front of its first heading that is not read as an
     * entry, since that may start another one.
     */
    readonly separator: Range | null
    /** The first heading in it that is not read as an entry; its text is part of the body until it is. */
    readonly inner: Heading | null
    /** Dashes that were meant as the separator but are directly under a text line, which makes that line a heading. */
    readonly underline: Range | null
    /**
     * Where the entry's own text ends, its separator included; behind it are only blanks, headings of sections and the
     * comments above the next entry.
     */
    readonly ownEnd: number
  }

/** A tombstone in a log: it ends the entry before it, and runs to what starts next. */
export type LogTombstone = Tombstone & {
  /** The thematic break that ends it, where the removed entry's was left. */
  readonly separator: Range | null
  /** Where its own text ends, its separator included. */
  readonly ownEnd: number
  /** Other text behind it, which belongs to no entry. */
  readonly stray: Range | null
}

/** A log of any shape, cut into its entries. */
type CutLog = {
  /** From the start of the Markdown to the first tombstone, or heading that is, or was meant as, an entry's. */
  readonly preamble: Range
  readonly entries: readonly Entry[]
  readonly tombstones: readonly LogTombstone[]
  /** Comments that were meant as tombstones and do not have their form. */
  readonly faults: readonly TombstoneFault[]
}

/** A log of entries. */
export type EntryLog = CutLog & {
  /** Headings that were meant to start an entry and do not have its form; they end the entry before them. */
  readonly misshapen: readonly Heading[]
  /** Headings that look like an entry and are not read as one, the misshapen ones among them, in source order. */
  readonly unread: readonly Heading[]
}

/** A Markdown text and its outline. */
export type LogText = { readonly text: string; readonly markdown: Markdown; readonly starts: LineStarts }

/** What starts an entry: a heading, or a line of another form as if it were one. */
export type EntryHead = {
  readonly heading: Heading
  /** Where its line starts. */
  readonly start: number
  readonly date: Token
  readonly day: string | null
  readonly title: Token
}

/** Where a log is cut into entries, and how what lies between them is read. */
export type LogCuts = {
  readonly heads: readonly EntryHead[]
  /** Offsets at which the entry above ends besides: lines that start something else. */
  readonly stops: readonly number[]
  /** Headings that may end an entry where nothing but blanks follow. */
  readonly isSection: (heading: Heading) => boolean
  /** The depth at and above which a heading in an entry is none of it. */
  readonly innerDepth: number
  /** A tombstone may have no date. */
  readonly undated: boolean
}

/** `[2026-01-05]` at the start of a heading's text, whether that is a real day or not. */
const DATED = /^\[\d{4}-\d{2}-\d{2}\]/

/** A date in brackets, however it is padded or escaped: at any depth meant as an entry. */
const DATED_LOOSELY = /^[\\*_`]{0,3}\[\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\\?\]/

/** At depth 3 also meant as an entry: a date without brackets, or brackets that are not a link's. */
const MEANT_AS_ENTRY = /^[\\*_`]{0,3}(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)|\[[^\]]*\](?![([])|\[\d[^\]]*$)/

/** Dashes that would be a thematic break with a blank line above them. */
const DASHES = /^ {0,3}-{3,}[ \t]*$/

/**
 * Reads a log: an entry starts at a heading of depth 3 at the top level whose text starts with `[YYYY-MM-DD]`. A date that
 * is no real day starts one too, so that nothing of the entry is hidden. A tombstone represents
 * an entry that was removed. Everything is a range of the text; nothing is copied but short values.
 */
export function entryLog(text: string, markdown: Markdown, starts: LineStarts): EntryLog {
  const bounds = markdown.headings.filter((heading) => heading.topLevel && startsEntry(heading))
  const misshapen = bounds.filter((heading) => !hasEntryForm(heading))
  const heads = bounds.filter(hasEntryForm).map(
    (heading): EntryHead => ({
      heading,
      start: startOfLine(heading, starts),
      ...headingTokens(text, heading),
    }),
  )
  const stops = misshapen.map((heading) => startOfLine(heading, starts))
  const log = cutLog(
    { text, markdown, starts },
    { heads, stops, isSection, innerDepth: ENTRY_DEPTH, undated: false },
  )
  const { entries } = log
  return {
    ...log,
    misshapen,
    unread: unreadHeadings(markdown.headings, {
      entries: new Set(entries.map(({ heading }) => heading)),
      misshapen: new Set(misshapen),
      underlined: new Set(entries.flatMap((entry) => underlinedHeading(markdown, entry))),
    }),
  }
}

/** Cuts a log of any shape into its entries: each runs from its head to the next cut. */
export function cutLog(log: LogText, cuts: LogCuts): CutLog {
  const { text, markdown } = log
  const { tombstones, faults } = readTombstones(markdown, cuts)
  const input = { ...log, ...cuts }
  const at = [
    ...cuts.heads.map(({ start }) => start),
    ...cuts.stops,
    ...tombstones.map(({ start }) => start),
  ].sort((a, b) => a - b)
  const endOf = (start: number): number => at[countUpTo(at, start)] ?? text.length
  return {
    preamble: { start: markdown.start, end: at[0] ?? text.length },
    entries: cuts.heads.map((head) => readEntry(input, head, endOf(head.heading.start))),
    tombstones: tombstones.map((tombstone) => logTombstone(input, tombstone, endOf(tombstone.start))),
    faults,
  }
}

type Input = LogText & LogCuts

/** The heading that an entry's separator makes of the line above it. */
function underlinedHeading({ headings }: Markdown, { underline }: Entry): Heading[] {
  const last = underline && headings[countBefore(headings, underline.end) - 1]
  return last ? [last] : []
}

/** Where a heading's text starts in the whole text. */
export function headingTextStart(text: string, heading: Heading): number {
  if (heading.style === 'setext') return heading.start
  let offset = heading.start
  while (text[offset] === ' ') offset++
  offset += heading.depth
  while (text[offset] === ' ' || text[offset] === '\t') offset++
  return offset
}

function startsEntry({ depth, text }: Heading): boolean {
  return DATED_LOOSELY.test(text) || (depth === ENTRY_DEPTH && MEANT_AS_ENTRY.test(text))
}

function hasEntryForm({ depth, text }: Heading): boolean {
  return depth === ENTRY_DEPTH && DATED.test(text)
}

function startOfLine(heading: Heading, starts: LineStarts): number {
  return starts[heading.place.line - 1] ?? heading.start
}

/** How many of ascending numbers are not above one. */
function countUpTo(ascending: readonly number[], most: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) <= most) low = middle + 1
    else high = middle
  }
  return low
}

function logTombstone(input: Input, tombstone: Tombstone, end: number): LogTombstone {
  const { text } = input
  const ownEnd = beforeNext(input, tombstone.end, end)
  const separator = lastBreak(input, { start: tombstone.end, end: ownEnd })
  const stray = bodyRange(text, tombstone.end, separator?.start ?? ownEnd)
  return {
    ...tombstone,
    separator,
    ownEnd: trimmedEnd(text, tombstone.end, ownEnd),
    stray: stray.start < stray.end ? stray : null,
  }
}

function readEntry(input: Input, { start, ...head }: EntryHead, end: number): Entry {
  const { text, markdown, starts, innerDepth } = input
  const { heading } = head
  const ownEnd = end === text.length ? end : beforeNext(input, heading.end, end)
  const labels = readEntryLabels(text, starts, { start: heading.end, end: ownEnd })
  const last = lastBreak(input, { start: labels.end, end: ownEnd })
  const underline = last ? null : lastUnderline(input, { start: heading.end, end: ownEnd })
  const bodyEnd = (last ?? underline)?.start ?? ownEnd
  const within = { start: heading.end, end: underline?.start ?? ownEnd }
  const inner = innerHeading(markdown.headings, within, innerDepth)
  return {
    start,
    end,
    ownEnd: trimmedEnd(text, labels.end, ownEnd),
    ...head,
    ...labelsOf(labels),
    body: bodyRange(text, labels.end, bodyEnd),
    separator: last ?? (inner && lastBreak(input, { start: labels.end, end: inner.start })),
    inner,
    underline,
  }
}

function headingTokens(text: string, heading: Heading): { date: Token; day: string | null; title: Token } {
  const start = headingTextStart(text, heading) + 1
  const date = { start, end: start + 10, text: heading.text.slice(1, 11) }
  const title = heading.text.slice(12).trimStart()
  const end = start - 1 + heading.text.length
  const day = isCalendarDate(date.text) ? date.text : null
  return { date, day, title: { start: end - title.length, end, text: title } }
}

function labelsOf({ category, tags }: EntryLabels): ParsedLabels {
  if (!tags) return { category, tags }
  return { category, tags: { ...tags, tags: tagParts(tags.value).filter(({ text }) => text !== '') } }
}

/**
 * Headings of sections (`## 2026`) between an entry and the next belong to neither; comments there, such as
 * one that suppresses what is said of the next heading, belong to the next.
 */
function beforeNext({ text, markdown, isSection: isOther }: Input, from: number, end: number): number {
  const isLast = (range: Range, limit: number): boolean =>
    range.start >= from && isBlankRange(text, range.end, limit)
  let own = end
  for (let at = end; ; ) {
    const heading = markdown.headings[countBefore(markdown.headings, at) - 1]
    const comment = markdown.comments[countBefore(markdown.comments, at) - 1]
    if (at === own && heading && isOther(heading) && isLast(heading, at)) {
      at = heading.start
      own = at
    } else if (comment && isLast(comment, at)) {
      at = comment.start
      // At the start of a line it is in no list or quote; of several on one line the first one is there.
      if (comment.place.column === 1) own = at
    } else return own
  }
}

function isSection({ depth, style, topLevel }: Heading): boolean {
  return depth <= 2 && style === 'atx' && topLevel
}

/** The last thematic break of a range, if nothing follows it. */
function lastBreak({ text, markdown }: LogText, range: Range): Range | null {
  const last = markdown.breaks[countBefore(markdown.breaks, range.end) - 1]
  if (!last || last.start < range.start || !isBlankRange(text, last.end, range.end)) return null
  return { start: last.start, end: last.end }
}

/** The dashes of a setext heading that ends a range. */
function lastUnderline({ text, markdown }: LogText, range: Range): Range | null {
  const last = markdown.headings[countBefore(markdown.headings, range.end) - 1]
  if (last?.style !== 'setext' || !last.topLevel || last.start < range.start) return null
  const start = lineStart(text, last.end)
  if (!DASHES.test(text.slice(start, last.end)) || !isBlankRange(text, last.end, range.end)) return null
  return { start, end: last.end }
}

function bodyRange(text: string, start: number, limit: number): Range {
  const end = trimmedEnd(text, start, limit)
  let first = start
  for (let offset = start; offset < end; offset++) {
    const unit = text[offset]
    if (unit === '\n' || unit === '\r') first = offset + 1
    else if (unit !== ' ' && unit !== '\t') break
  }
  return { start: Math.min(first, end), end }
}
