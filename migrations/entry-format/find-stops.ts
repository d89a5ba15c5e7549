import type { Heading, Range } from '../../src/core/source.ts'
import { lineRange } from '../../src/formats/entry-labels.ts'
import { type Entry, headingTextStart } from '../../src/formats/entry-log.ts'
import { bulletStops, dateLabel, leadingDay, trailingDay } from './bullet-stops.ts'
import {
  BELOW_HEADINGS,
  isWithoutText,
  type LogText,
  type Mark,
  type Remark,
  type Stop,
  type StopPlace,
} from './log-text.ts'

/** Everything that may start something in a log, in order, and what keeps it from being read. */
type Stops = { readonly stops: readonly Stop[]; readonly blocked: readonly Remark[] }

/** Lists under such a heading describe the document, and are not a log. */
const OF_DOCUMENT = /^(?:change ?log|(?:revision |version |document )?history|timeline|(?:recent )?updates)$/i

/**
 * Finds what a log consists of: headings with days; only where there is none, lines with days; and only where there is
 * none of those, list items with days. A log has one form, and what looks like another one is text.
 */
export function findStops(log: LogText): Stops {
  const headings = headingStops(log)
  if (headings.some(({ mark }) => mark !== null)) return { stops: headings, blocked: [] }
  const lines = lineStops(log)
  if (lines.length > 0) return { stops: ordered([...headings, ...lines]), blocked: [] }
  const { stops: bullets, blocked } = bulletStops(log)
  const first = bullets[0]
  if (!first || !isLogOf(log, headings, first)) return { stops: headings, blocked: [] }
  const stops = ordered([...headings, ...bullets])
  return { stops, blocked: [...blocked, ...betweenItems(log, stops, blocked)] }
}

/** A list is the log where no section with text is before it, except the title and the list's own section. */
function isLogOf(log: LogText, headings: readonly Stop[], first: Stop): boolean {
  const before = headings.filter(({ start }) => start < first.start)
  const last = before.at(-1)
  if (last && last !== headings[0] && OF_DOCUMENT.test(last.text)) return false
  return before.every((stop, index) => {
    const isTitle = index === 0 && stop.depth === 1
    return isTitle || stop === last || isWithoutText(log, stop.end, before[index + 1]?.start ?? first.start)
  })
}

/** Text behind a list would become part of its last item. */
function betweenItems(log: LogText, stops: readonly Stop[], known: readonly Remark[]): Remark[] {
  if (known.length > 0) return []
  return stops.flatMap((stop, index) => {
    const isLoose =
      stop.style === 'item' && !isWithoutText(log, stop.end, stops[index + 1]?.start ?? log.text.length)
    return isLoose ? [{ line: stop.line, what: LOOSE }] : []
  })
}

const LOOSE =
  'is followed by text that belongs to no list item: indent it to make it part of this one, or move it above the list'

function ordered(stops: readonly Stop[]): Stop[] {
  return [...stops].sort((a, b) => a.start - b.start)
}

/** The headings at the top level of a log, with the days that they or the lines under them name. */
function headingStops(log: LogText): Stop[] {
  const headings = log.markdown.headings.filter((heading) => heading.topLevel && isMeant(log, heading))
  const entries = new Map(log.log.entries.map((entry) => [entry.heading, entry]))
  const misshapen = new Set(log.log.misshapen)
  const stops = headings.map((heading, index): Stop => {
    const end = headings[index + 1]?.start ?? log.text.length
    const mark = markOf(log, { heading, end, entry: entries.get(heading) })
    return {
      ...placed(log, heading),
      mark,
      read: entries.has(heading) ? 'entry' : misshapen.has(heading) ? 'misshapen' : null,
    }
  })
  return withDaySections(log, withoutTitle(stops))
}

/**
 * Text directly above dashes is a heading in Markdown, but its author may have meant text and a separator. It counts as a
 * heading only in a single line, with a day or more than three dashes. One or two dashes are the start of a list.
 */
function isMeant({ text }: LogText, { start, end, style, text: own }: Heading): boolean {
  if (style === 'atx') return true
  if (/[\r\n]/.test(own)) return false
  return !/[\r\n] {0,3}-{1,3}[ \t]*$/.test(text.slice(start, end)) || leadingDay(own)?.date != null
}

function placed({ text, starts }: LogText, heading: Heading): StopPlace {
  const { style, depth, place } = heading
  const textStart = headingTextStart(text, heading)
  const marks = style === 'atx' ? text.indexOf('#', heading.start) : heading.start
  const textEnd = heading.text === '' ? Math.min(marks + depth, heading.end) : textStart + heading.text.length
  return {
    style,
    depth,
    text: heading.text,
    line: place.line,
    start: starts[place.line - 1] ?? heading.start,
    end: heading.end,
    heading: { start: marks, end: style === 'atx' ? textEnd : heading.end },
  }
}

/** `end` is where the next heading starts. */
type Start = { readonly heading: Heading; readonly end: number; readonly entry: Entry | undefined }

function markOf(log: LogText, { heading, end, entry }: Start): Mark | null {
  const { line } = heading.place
  if (entry)
    return { date: entry.date.text, time: null, title: entry.title.text, dateLine: line, leads: true }
  const leading = leadingDay(heading.text)
  if (leading) return { ...leading, dateLine: line, leads: true }
  const trailing = trailingDay(heading.text)
  if (trailing) return { ...trailing, dateLine: line, leads: false }
  const label = dateLabel(log, { start: heading.start, end })
  if (!label?.date) return null
  return { date: label.date, time: null, title: heading.text, dateLine: label.line, leads: false }
}

/** The one heading of depth 1 that a file starts with is its title, also with a `Date:` line under it. */
function withoutTitle(stops: Stop[]): Stop[] {
  const [first, ...others] = stops
  if (first?.depth !== 1 || first.mark?.leads || others.some(({ depth }) => depth === 1)) return stops
  return [{ ...first, mark: null }, ...others]
}

/** A heading that is nothing but a day, with headings below it and no text between, is a section of that day. */
function withDaySections(log: LogText, stops: readonly Stop[]): Stop[] {
  const found = [...stops]
  found.forEach((stop, index) => {
    const below = found[index + 1]
    if (!isDay(stop) || !below || below.depth <= stop.depth || !isWithoutText(log, stop.end, below.start))
      return
    found[index] = { ...stop, mark: null, ofDay: true }
    if (below.mark) return
    for (let at = index + 1; at < found.length; at++) {
      const child = found[at]
      if (!child || child.depth <= stop.depth) break
      if (child.depth === below.depth && !child.mark) found[at] = { ...child, mark: inherited(stop, child) }
    }
  })
  return found
}

function isDay({ mark }: Stop): boolean {
  return mark?.leads === true && mark.date !== null && mark.title === '' && mark.time === null
}

function inherited({ mark, line }: Stop, { text }: Stop): Mark {
  return { date: mark?.date ?? null, time: null, title: text, dateLine: line, leads: true }
}

const STAMPED = /^[*_]{0,3}\[\d{4}-\d{2}-\d{2}[^\]]*\][*_]{0,3}(?:[ \t]|:)/

/** Lines that start with a day in brackets, `[2026-01-05 14:30] Title`, anywhere in the text but in code and HTML. */
function lineStops({ text, starts, markdown }: LogText): Stop[] {
  const opaque = markdown.blocks.filter(({ type }) => type !== 'list' && type !== 'quote')
  return starts.flatMap((_, index): Stop[] => {
    const line = lineRange(text, starts, index + 1)
    if (!line || line.start < markdown.start) return []
    const content = text.slice(line.start, line.end).trimEnd()
    const day = STAMPED.test(content) && !isIn(opaque, line.start) ? leadingDay(content) : null
    if (!day || day.title === '') return []
    const end = line.start + content.length
    return [
      {
        style: 'line',
        start: line.start,
        end,
        heading: { start: line.start, end },
        line: index + 1,
        depth: BELOW_HEADINGS,
        text: content,
        mark: { ...day, dateLine: index + 1, leads: true },
        read: null,
      },
    ]
  })
}

function isIn(ranges: readonly Range[], offset: number): boolean {
  return ranges.some(({ start, end }) => start <= offset && offset < end)
}
