import type { EntryUnit, LogShape } from '../../core/log-shape.ts'
import { lineRange } from '../entry-labels.ts'
import type { Entry, LogText } from '../entry-log.ts'
import { parsePattern } from './entry-pattern.ts'
import { TIME } from './read-head.ts'
import { cutsOf, type ShapedLog } from './shaped-log.ts'

/** Marks of the units in a pattern. */
const MARKS = { bullet: '- ', row: '| ', line: '' } as const

/**
 * The pattern that a person would write for the entries of a log, as settings take it; null where no pattern finds exactly
 * the same entries.
 */
export function patternFor(log: LogText, shape: LogShape, read: ShapedLog): string | null {
  if (shape.pattern !== null) return markOf(shape.unit, shape.depth) + shape.pattern
  return patternsLike(log, shape, read).find((pattern) => findsSame(log, pattern, read)) ?? null
}

/** A pattern, and the number of entries that it finds in a log. */
export type MeasuredPattern = { readonly entries: string; readonly count: number }

/** The pattern that finds the entries of a log, or as many of them and as few others as one can; null where none finds any. */
export function nearestPattern(log: LogText, shape: LogShape, read: ShapedLog): MeasuredPattern | null {
  const exact = patternFor(log, shape, read)
  if (exact !== null) return { entries: exact, count: read.entries.length }
  const wanted = new Set(read.entries.map(({ start }) => start))
  const measured = patternsLike(log, shape, read).flatMap((entries) => {
    const starts = startsOf(log, entries)
    const same = starts.filter((start) => wanted.has(start)).length
    return same === 0 ? [] : [{ entries, count: starts.length, excess: starts.length - 2 * same }]
  })
  const [best] = measured.sort((a, b) => a.excess - b.excess)
  return best ? { entries: best.entries, count: best.count } : null
}

/** Plain forms, the likeliest first. */
const PLAIN = ['## {title}', '### {title}', '#### {title}', '- {title}']

/** The plain form that finds most entries in a text that shows none by itself: a heading where there is one; null where none finds two. */
export function plainPattern(log: LogText): MeasuredPattern | null {
  const measured = PLAIN.map((entries) => ({ entries, count: startsOf(log, entries).length }))
  const found = measured.filter(({ count }) => count > 1)
  const headings = found.filter(({ entries }) => entries.startsWith('#'))
  return [...(headings.length > 0 ? headings : found)].sort((a, b) => b.count - a.count)[0] ?? null
}

/** The first lines of the first and the last entry with fields in them, and the mark of the unit alone. */
function patternsLike(log: LogText, shape: LogShape, { entries }: ShapedLog): readonly string[] {
  const mark = markOf(shape.unit, shape.depth)
  if (shape.pattern !== null) return [mark + shape.pattern]
  const [first] = entries
  const last = entries.at(-1)
  if (!first || !last) return []
  const tried = [first, last].map((entry) => mark + formOf(log, entry, shape))
  return [...new Set([...tried, ...(shape.unit === 'line' ? [] : [`${mark}{title}`])])]
}

/** The units with what marks an entry among them, in words. */
const UNIT_WORDS = { bullet: 'list items', row: 'rows', line: 'lines', heading: 'headings' } as const

const MARK_WORDS = {
  date: ' with a date',
  id: ' with an id',
  name: ' that call themselves an entry',
  label: ' with a label below',
} as const

/** A form in words, for people: ``headings `##` with a date``, `list items`. One that a pattern says is that pattern. */
export function shapeInWords({ unit, depth, pattern, mark }: LogShape): string {
  if (pattern !== null) return `\`${markOf(unit, depth)}${pattern}\``
  const level = unit === 'heading' ? ` \`${'#'.repeat(depth)}\`` : ''
  return `${UNIT_WORDS[unit]}${level}${mark === null ? '' : MARK_WORDS[mark]}`
}

function markOf(unit: EntryUnit, depth: number): string {
  return unit === 'heading' ? `${'#'.repeat(depth)} ` : MARKS[unit]
}

/** The first line of an entry with fields in place of its date and title. */
function formOf(log: LogText, { heading, date, title }: Entry, { unit }: LogShape): string {
  const line = lineRange(log.text, log.starts, heading.place.line)
  const end = unit === 'heading' ? heading.end : (line?.end ?? heading.end)
  const from = Math.min(title.start, date.text === '' ? title.start : date.start)
  // Everything in front of both that is no mark of the unit belongs to the form.
  const lead = log.text
    .slice(line?.start ?? from, from)
    .replace(/^ {0,3}(?:#{1,6}|[-*+]|\d+[.)]|\|)[ \t]*/, '')
  if (title.text === '') return `${lead}{date}`
  if (date.text === '') return '{title}'
  if (date.start > title.start) {
    const behind = log.text.slice(date.end, end).trimEnd()
    return `${lead}{title}${log.text.slice(title.end, date.start)}{date}${behind}`
  }
  const between = log.text.slice(date.end, title.start).replace(TIME, '').replace(/\*+$/, '')
  return `${lead}{date}${between}{title}${unit === 'row' ? ' |' : ''}`
}

function startsOf(log: LogText, pattern: string): readonly number[] {
  const shape = parsePattern(pattern)
  return typeof shape === 'string' ? [] : cutsOf(log, shape).heads.map(({ start }) => start)
}

function findsSame(log: LogText, pattern: string, { entries }: ShapedLog): boolean {
  const shape = parsePattern(pattern)
  if (typeof shape === 'string') return false
  const { heads: found } = cutsOf(log, shape)
  return (
    found.length === entries.length &&
    found.every(({ start, day }, i) => start === entries[i]?.start && day === entries[i]?.day)
  )
}
