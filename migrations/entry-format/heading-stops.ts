import type { Heading } from '../../src/core/markdown.ts'
import { type Entry, headingTextStart } from '../../src/formats/entry-log.ts'
import { dateLabel } from './date-label.ts'
import { leadingDay, trailingDay } from './day-in-text.ts'
import { isBare, type LogText } from './log-text.ts'
import type { Mark, Stop } from './stop.ts'

/** The headings at the top level of a log, with the days that they or the lines under them name. */
export function headingStops(log: LogText): Stop[] {
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
 * Text that dashes stand straight under is a heading to Markdown, and to who wrote it a text and a separator: it is one
 * only if it is a single line, and names a day or has more than three dashes. One or two dashes are the start of a list.
 */
function isMeant({ text }: LogText, { start, end, style, text: own }: Heading): boolean {
  if (style === 'atx') return true
  if (/[\r\n]/.test(own)) return false
  return !/[\r\n] {0,3}-{1,3}[ \t]*$/.test(text.slice(start, end)) || leadingDay(own)?.date != null
}

function placed({ text, starts }: LogText, heading: Heading): Omit<Stop, 'mark' | 'read'> {
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

/** The one heading of depth 1 that a file starts with is its title, also where a `Date:` line stands under it. */
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
    if (!isDay(stop) || !below || below.depth <= stop.depth || !isBare(log, stop.end, below.start)) return
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
