import { isCalendarDate } from '../../core/date.ts'
import { once } from '../../core/text.ts'
import type { Token } from '../entry-labels.ts'
import { findDate } from '../unread-headings.ts'

/** What the line that starts an entry says. */
export type HeadTokens = {
  /** As written; empty where it says none. */
  readonly date: Token
  /** The same as `YYYY-MM-DD` where it is a real day of one reading; null for none, and for `02/03/2026`. */
  readonly day: string | null
  readonly title: Token
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A written day as `YYYY-MM-DD`; null where it is no day, or could be two. */
export function dayOf(written: string): string | null {
  const [, y, m, d] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(written) ?? []
  if (y) return day(y, m, d)
  const packed = /^(\d{4})(\d{2})(\d{2})(?=$|\D)/.exec(written)
  if (packed) return day(packed[1], packed[2], packed[3])
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(written)
  if (dotted) return day(dotted[3], dotted[2], dotted[1])
  return dayWithMonth(written)
}

function dayWithMonth(written: string): string | null {
  const name = /[a-z]{3,}/i.exec(written.replaceAll(/\b(?:of|st|nd|rd|th)\b/gi, ''))?.[0].toLowerCase() ?? ''
  const month = MONTHS.indexOf(name.slice(0, 3)) + 1
  const year = /(?<!\d)\d{4}(?!\d)/.exec(written)?.[0]
  const number = /(?<!\d)\d{1,2}(?!\d)/.exec(written)?.[0]
  return month > 0 && year && number ? day(year, String(month), number) : null
}

function day(year = '', month = '', number = ''): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${number.padStart(2, '0')}`
  return isCalendarDate(date) ? date : null
}

/** A time behind a day, and its zone. */
export const TIME = /^[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?(?:[AP]M|UTC|Z|GMT|[+-]\d{2}:?\d{2}))?/i

const WORD = once(() => /[\p{L}\p{N}]/u)

/** `(Monday)` behind a date says the same as the date. */
const WEEKDAY = /^\(?(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\)?$/i

/** What parts a date from a title, at either end. */
const BEHIND = /^[\s\])}:：.,;|*_~>·•→—–-]+/
const BEFORE = /[\s[({:：,;|*_~·•→—–-]+$/

/**
 * The date and the title of an entry's first line, given as text and where that is. A date at one end is no part of the
 * title, another one is.
 */
export function readHead(text: string, start: number): HeadTokens {
  const found = findDate(text)
  if (!found) return { date: token('', start), day: null, title: trimmed(text, start) }
  const written = text.slice(found.start, found.end)
  const tokens = { date: token(written, start + found.start), day: dayOf(written) }
  const before = text.slice(0, found.start)
  const time = TIME.exec(text.slice(found.end))?.[0].length ?? 0
  const after = text.slice(found.end + time)
  if (!WORD().test(before)) {
    const title = trimmed(after, start + found.end + time)
    return { ...tokens, title: WEEKDAY.test(title.text) ? token('', title.start) : title }
  }
  if (!WORD().test(after)) return { ...tokens, title: trimmed(before, start) }
  return { ...tokens, title: trimmed(text, start) }
}

function token(text: string, start: number): Token {
  return { start, end: start + text.length, text }
}

/** Without what parts it from a date, and without emphasis around all of it. */
function trimmed(text: string, start: number): Token {
  // A bracket at the start of a title belongs to it: `[LRN-001] cause`.
  const lead = BEHIND.exec(text)?.[0].length ?? 0
  const rest = text.slice(lead).replace(BEFORE, '')
  const ends = /\*+$/.exec(rest)?.[0].length ?? 0
  return token(rest.slice(0, rest.length - ends), start + lead)
}

/** At most so many characters of a line are a title. */
const MOST = 80

const CLAUSE_END = /(?<=\S{2})(?:[.:!?](?:\s|$)|[。：！？]|\s[—–→|]\s|\s->\s)/g

/** `Why`, `追加`, `Root cause`: what says the kind of the text behind it, and names no entry. */
function isLabel(text: string): boolean {
  const words = text.replaceAll(/[*_`]/g, '').trim()
  return LABEL_WORDS.test(words) || (words.length <= MOST_LABEL && !/\s/.test(words))
}

/** A single word of more characters is a name. */
const MOST_LABEL = 12

const LABEL_WORDS =
  /^(?:root cause|lessons? learned|key (?:insight|learning|point)s?|action items?|next steps?)$/i

/** The title of an entry that is a line: its words in bold, or its first clause. */
export function clauseOf({ text, start }: Token): Token {
  const [, marks = '', bold = ''] = /^(\*{2}|__)(.+?)\1/.exec(text) ?? []
  const behind = text.slice(marks.length * 2 + bold.length)
  const isBoldLabel =
    isLabel(bold.replace(/[:：]$/, '')) &&
    /^\s*\S/.test(behind) &&
    (/[:：]$/.test(bold) || /^[:：]/.test(behind))
  if (bold !== '' && !isBoldLabel) return trimmed(bold, start + marks.length)
  const end = [...text.matchAll(CLAUSE_END)].find(
    ({ 0: mark, index }) => /^[.!?。！？]/.test(mark) || !isLabel(text.slice(0, index)),
  )?.index
  const clause = end === undefined ? text : text.slice(0, end)
  return trimmed([...clause].slice(0, MOST).join(''), start)
}

/**
 * The heading that starts each round where headings come again in turn (`Decision`, `Rationale`, `Decision` …), as the first
 * one is written; null where none do.
 */
export function repeatedHeading(texts: readonly string[]): string | null {
  const all = texts.map((text) => text.replace(/\s*[:：]$/, ''))
  // What comes once is in no round.
  const names = all.filter((name) => all.indexOf(name) !== all.lastIndexOf(name))
  const [first = ''] = names
  if (new Set(names).size < 2 || names.length * 2 < all.length) return null
  let round = new Set<string>()
  for (const name of names) {
    if (name === first) round = new Set()
    if (round.has(name)) return null
    round.add(name)
  }
  return first
}
