import { keyInComment } from '../../core/changes/item-changes.ts'
import { isCalendarDate } from '../../core/date.ts'
import type { LogForm, LogShape } from '../../core/log-shape.ts'
import type { EntryForm } from '../../core/settings.ts'
import type { Heading, Markdown, Range } from '../../core/source.ts'
import { isBlankRange, type LineStarts, lineStarts, trimmedEnd } from '../../core/text.ts'
import { findConflicts } from '../conflict-markers.ts'
import { entryLog, type LogText } from '../entry-log.ts'
import { blockAt, looksLikeMap, opensAt } from '../front-matter-block.ts'
import { plainBreaks } from '../line-end.ts'
import { readingOf } from '../logs/find-shape.ts'
import { shapedLog } from '../logs/shaped-log.ts'
import { countBefore } from '../markdown/outline.ts'
import { parseOrdinary } from '../markdown/parse-markdown.ts'
import { normaliseTitle } from '../names.ts'

/** A part of a log that a merge takes whole: the text at the start, an entry, the heading of a section, a comment between them. */
export type Piece = {
  readonly kind: Cut['kind']
  /** What makes it the same piece in another version of the log; several pieces may share it. */
  readonly key: string
  /** The day in an entry's heading. */
  readonly date: string | null
  /** As written, without the separator and the blanks that follow. */
  readonly text: string
  /** The text with its line breaks as LF. */
  readonly plain: string
  /** The text from the end of an entry's text to the end of the thematic break that closes it; '' without one. */
  readonly separator: string
  /** Blanks and line breaks up to the next piece or the end of the text. */
  readonly after: string
  /** The key of its section. */
  readonly section: string
  /** It is the tombstone of the entry of its key. */
  readonly isTombstone: boolean
}

/** A log cut into pieces, the first of them its head, which may be empty; joined they are the text after the mark. */
export type LogPieces = { readonly bom: string; readonly pieces: readonly Piece[] }

const BOM = '\uFEFF'

/**
 * Cuts a log into pieces. Null for a text that holds a merge conflict, and for one that cannot be parsed at once: then
 * nothing is known of its entries.
 */
export function logPieces(whole: string, form: EntryForm | LogShape): LogPieces | null {
  const bom = whole.startsWith(BOM) ? BOM : ''
  const text = whole.slice(bom.length)
  const starts = lineStarts(text)
  const markdown = parsed(text, starts)
  if (!markdown || findConflicts(text, starts, markdown).length > 0) return null
  const cuts = cutsOf({ text, markdown, starts }, form)
  let section = ''
  const head: Cut = { start: 0, kind: 'head', key: '', date: null }
  const pieces = [head, ...cuts].map((cut, i) => {
    if (cut.kind === 'section') section = cut.key
    return pieceOf({ text, markdown, starts }, cut, { end: cuts[i]?.start ?? text.length, section })
  })
  return { bom, pieces }
}

function parsed(text: string, starts: LineStarts): Markdown | null {
  const block = opensAt(text, 0) ? blockAt({ text }, 0) : null
  const isMap = block !== null && looksLikeMap({ text, starts, maxBytes: text.length }, block.yaml)
  const read = parseOrdinary(text, isMap ? block.block.end : 0)
  return 'markdown' in read ? read.markdown : null
}

/** A text without its mark, and its outline; null where it cannot be parsed at once. */
export function readLogText(whole: string): LogText | null {
  const text = whole.startsWith(BOM) ? whole.slice(BOM.length) : whole
  const starts = lineStarts(text)
  const markdown = parsed(text, starts)
  return markdown && { text, markdown, starts }
}

/** The shape of a log that a text is, by a form; null where it shows none for sure, or cannot be parsed at once. */
export function shapeOfText(whole: string, form: LogForm): LogShape | null {
  const log = readLogText(whole)
  return log && sureShape(log, form)
}

/** The shape of a log, by a form; null where it shows none for sure: entries that may be others would be torn. */
export function sureShape(log: LogText, form: LogForm): LogShape | null {
  const reading = readingOf(log, form)
  return reading && reading.doubt !== 'other' ? reading.shape : null
}

/** Where each piece but the head starts. */
function cutsOf(log: LogText, form: EntryForm | LogShape): Cut[] {
  const bounds =
    form === 'dated'
      ? datedBounds(log)
      : typeof form === 'number'
        ? deepHeadings(log, form)
        : shapedBounds(log, form)
  const from = [log.markdown.start, ...bounds.map(({ range }) => range.end)]
  return from.flatMap((start, i) => {
    const next = bounds[i]
    const end = next ? next.cut.start : log.text.length
    const between = furnitureCuts(log, { start, end }, form === 'dated')
    return next ? [...between, next.cut] : between
  })
}

/** What starts a piece: a heading, or a tombstone. */
type Bound = { readonly range: Range; readonly cut: Cut }

function datedBounds({ text, markdown, starts }: LogText): Bound[] {
  const log = entryLog(text, markdown, starts)
  const entries = log.entries.map(({ heading, date, day, title }) =>
    headingCut(heading, starts, {
      kind: 'entry',
      key: entryKey(date.text, title.text),
      date: day,
    }),
  )
  const tombstones = log.tombstones.map((range): Bound => {
    const { start, date, title } = range
    return { range, cut: { start, kind: 'entry', key: entryKey(date, title), date, isTombstone: true } }
  })
  const others = log.misshapen.map((heading) =>
    headingCut(heading, starts, { kind: 'entry', key: headingKey(heading), date: null }),
  )
  return [...entries, ...tombstones, ...others].sort((a, b) => a.cut.start - b.cut.start)
}

/** Entries of any shape; every other place at which one ends starts a section. */
function shapedBounds(input: LogText, shape: LogShape): Bound[] {
  const { text } = input
  const { entries, tombstones, stops } = shapedLog(input, shape)
  const bounds = [
    ...entries.map(({ start, heading, date, day, title }): Bound => {
      const key = entryKey(day ?? date.text, title.text === '' ? heading.text : title.text)
      return { range: heading, cut: { start, kind: 'entry', key, date: day } }
    }),
    ...tombstones.map((range): Bound => {
      const { start, date, title } = range
      return { range, cut: { start, kind: 'entry', key: entryKey(date, title), date, isTombstone: true } }
    }),
  ]
  const taken = new Set(bounds.map(({ cut }) => cut.start))
  const first = Math.min(...taken)
  const others = [...new Set(stops)].filter((at) => at > first && at < text.length && !taken.has(at))
  const sections = others.map((start): Bound => {
    const line = /[^\r\n]*/.exec(text.slice(start))?.[0] ?? ''
    const key = normaliseTitle(line)
    return { range: { start, end: start + line.length }, cut: { start, kind: 'section', key, date: null } }
  })
  return [...bounds, ...sections].sort((a, b) => a.cut.start - b.cut.start)
}

/** The same for an entry and its tombstone. */
function entryKey(date: string, title: string): string {
  return keyInComment(`${date} ${normaliseTitle(title)}`)
}

/** Every heading of one depth starts an entry, and every higher one a section. */
function deepHeadings({ markdown, starts }: LogText, depth: number): Bound[] {
  return markdown.headings
    .filter((heading) => heading.topLevel && heading.depth <= depth)
    .map((heading) =>
      headingCut(heading, starts, {
        kind: heading.depth === depth ? 'entry' : 'section',
        key: headingKey(heading),
        date: dayIn(heading.text),
      }),
    )
}

function headingCut(heading: Heading, starts: LineStarts, cut: CutMeaning): Bound {
  return { range: heading, cut: { ...cut, start: starts[heading.place.line - 1] ?? heading.start } }
}

function dayIn(text: string): string | null {
  const [day = ''] = /\d{4}-\d{2}-\d{2}/.exec(text) ?? []
  return isCalendarDate(day) ? day : null
}

function pieceOf(
  { text, markdown }: LogText,
  { start, kind, key, date, isTombstone = false }: Cut,
  { end, section }: { end: number; section: string },
): Piece {
  const whole = trimmedEnd(text, start, end)
  const last = markdown.breaks[countBefore(markdown.breaks, end) - 1]
  const closes =
    kind === 'entry' && last && last.start > start && trimmedEnd(text, last.end, whole) === last.end
  const own = closes ? trimmedEnd(text, start, last.start) : whole
  const plain = plainBreaks(text.slice(start, own))
  return {
    kind,
    key: kind === 'comment' ? plain : key,
    date,
    text: text.slice(start, own),
    plain,
    separator: text.slice(own, whole),
    after: text.slice(whole, end),
    section,
    isTombstone,
  }
}

/** Where a piece of a log starts, and what it is. */
type CutMeaning = {
  readonly kind: 'head' | 'entry' | 'section' | 'comment'
  readonly key: string
  readonly date: string | null
  /** It is the tombstone of a removed entry, and is another version of that entry. */
  readonly isTombstone?: boolean
}

type Cut = CutMeaning & { readonly start: number }

/**
 * The text at the end of a range and belongs to no entry: comments at the start of a line and, where `sections`
 * says so, headings of sections (`## 2026`), with nothing but blanks behind them. In source order.
 */
function furnitureCuts({ text, markdown, starts }: LogText, { start, end }: Range, sections: boolean): Cut[] {
  const cuts: Cut[] = []
  for (let at = end; ; ) {
    const heading = markdown.headings[countBefore(markdown.headings, at) - 1]
    const comment = markdown.comments[countBefore(markdown.comments, at) - 1]
    const isLast = (range: Range): boolean => range.start >= start && isBlankRange(text, range.end, at)
    if (sections && heading && isSection(heading) && isLast(heading)) {
      at = starts[heading.place.line - 1] ?? heading.start
      cuts.push({ start: at, kind: 'section', key: headingKey(heading), date: null })
    } else if (comment && isLast(comment)) {
      at = comment.start
      // Of several comments on one line the first is at its start: they stay together.
      if (comment.place.column === 1) cuts.push({ start: at, kind: 'comment', key: '', date: null })
    } else return cuts.reverse()
  }
}

/** What makes two headings the same in two versions of a log. */
function headingKey({ depth, text }: Heading): string {
  return `${'#'.repeat(depth)} ${normaliseTitle(text)}`
}

function isSection({ depth, style, topLevel }: Heading): boolean {
  return depth <= 2 && style === 'atx' && topLevel
}
