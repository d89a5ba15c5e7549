import { isCalendarDate } from '../../src/core/date.ts'
import { lineAt } from '../../src/core/text.ts'
import { lineRange } from '../../src/formats/entry-labels.ts'
import type { LogText } from './log-text.ts'

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
