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
  const mark = markOf(shape.unit, shape.depth)
  if (shape.pattern !== null) return mark + shape.pattern
  const [first] = read.entries
  const last = read.entries.at(-1)
  if (!first || !last) return null
  const tried = [...new Set([first, last].map((entry) => mark + formOf(log, entry, shape)))]
  const plain = shape.unit === 'line' ? [] : [`${mark}{title}`]
  return [...tried, ...plain].find((pattern) => findsSame(log, pattern, read)) ?? null
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

function findsSame(log: LogText, pattern: string, { entries }: ShapedLog): boolean {
  const shape = parsePattern(pattern)
  if (typeof shape === 'string') return false
  const { heads: found } = cutsOf(log, shape)
  return (
    found.length === entries.length &&
    found.every(({ start, day }, i) => start === entries[i]?.start && day === entries[i]?.day)
  )
}
