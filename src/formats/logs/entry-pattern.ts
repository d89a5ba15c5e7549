import type { EntryUnit, LogShape } from '../../core/log-shape.ts'
import type { Token } from '../entry-labels.ts'
import { findDate } from '../unread-headings.ts'
import { dayOf, type HeadTokens, readHead } from './read-head.ts'

/** The fields that a pattern may name. */
const FIELDS = ['date', 'title', 'id', 'any'] as const

/** What starts each unit in a pattern. */
const UNITS: readonly (readonly [RegExp, EntryUnit])[] = [
  [/^(#{1,6})[ \t]+/, 'heading'],
  [/^(?:[-*+]|\d+[.)])[ \t]+/, 'bullet'],
  [/^\|[ \t]*/, 'row'],
]

/** The shape that a pattern of the settings describes; a text says why it describes none. */
export function parsePattern(written: string): LogShape | string {
  const line = written.trim()
  const found = UNITS.map(([start, unit]) => ({ unit, match: start.exec(line) })).find(({ match }) => match)
  const rest = line.slice(found?.match?.[0].length ?? 0)
  const named = [...rest.matchAll(/\{([^{}]*)\}/g)].map(([, field = '']) => field)
  const unknown = named.find((field) => !FIELDS.some((one) => one === field))
  if (unknown !== undefined)
    return `it names {${unknown}}; the fields are ${FIELDS.map((one) => `{${one}}`).join(', ')}`
  if (new Set(named).size < named.length) return 'it names a field twice'
  const isFixed = found?.unit === 'heading' && named.length === 0 && rest.trim() !== ''
  if (!isFixed && !named.includes('title') && !named.includes('date'))
    return 'it names neither {title} nor {date}'
  if (!named.includes('date') && found === undefined) return 'a line of text needs a {date}'
  const depth = found?.unit === 'heading' ? (found.match?.[1]?.length ?? 0) : 0
  return { unit: found?.unit ?? 'line', depth, pattern: rest, mark: null }
}

/** True for a pattern without fields: headings that all have this text, with their titles in the first words below. */
export function isFixedText(pattern: string): boolean {
  return !/\{[a-z]+\}/.test(pattern)
}

/** What replaces a date while a pattern is held against a text. */
const SIGN = '\0'

/** A date that people would read as one, with a time behind it; or whatever is in its place. */
const DATE = { real: `(?<date>${SIGN}+)(?:[ T]\\d{1,2}:\\d{2}[^\\s\\])|]*)?`, any: '(?<date>.+?)' } as const

const expressions = new Map<string, RegExp>()

function expressionOf(pattern: string, date: keyof typeof DATE): RegExp {
  const key = `${date} ${pattern}`
  const known = expressions.get(key)
  if (known) return known
  const parts = pattern.split(/(\{[a-z]+\})/).map((part) => {
    const field = /^\{([a-z]+)\}$/.exec(part)?.[1]
    if (field === undefined) return literal(part)
    if (field === 'date') return DATE[date]
    if (field === 'title') return '(?<title>.*?)'
    return field === 'any' ? '.*?' : '.+?'
  })
  const made = new RegExp(`^${parts.join('')}${isFixedText(pattern) ? '[:：]?' : ''}\\s*$`, 'd')
  expressions.set(key, made)
  return made
}

/** So many characters of a heading's fixed text are compared: an expression can be too long for the engine. */
const MOST_FIXED = 200

/** Blanks of a pattern may be missing or more, but for those that alone part two fields. */
function literal(part: string): string {
  if (part.trim() === '') return part === '' ? '' : '\\s+'
  if (part.length > MOST_FIXED) return `${literal(part.slice(0, MOST_FIXED))}.*?`
  return part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s*')
}

/**
 * What a text says by a pattern of the settings; null where it has not the pattern's form. A real date is taken before anything
 * else that may be in its place, which is reported.
 */
export function matchPattern(pattern: string, text: string, start: number): HeadTokens | null {
  const match = expressionOf(pattern, 'real').exec(withSign(text)) ?? expressionOf(pattern, 'any').exec(text)
  if (!match) return null
  // A form that says nothing of a date leaves it where people put it.
  if (!pattern.includes('{date}')) return readHead(text, start)
  const tokenOf = (field: 'date' | 'title'): Token => {
    const [from, to] = match.indices?.groups?.[field] ?? [0, 0]
    return { start: start + from, end: start + to, text: text.slice(from, to) }
  }
  const date = tokenOf('date')
  return { date, day: dayOf(date.text), title: tokenOf('title') }
}

/** The same text with as many signs in place of its first date. */
function withSign(text: string): string {
  const found = findDate(text)
  if (!found) return text
  return text.slice(0, found.start) + SIGN.repeat(found.end - found.start) + text.slice(found.end)
}
