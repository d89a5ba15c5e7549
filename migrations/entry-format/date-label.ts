import { lineAt } from '../../src/core/place.ts'
import { lineRange } from '../../src/formats/entry-labels.ts'
import { dayOfValue } from './day-in-text.ts'
import type { LogText } from './log-text.ts'

/** The day that a label names, null where it names none of the calendar, and its line. */
export type LabelledDay = { readonly date: string | null; readonly line: number }

const DATE =
  /^ {0,3}(?:[-*+] {1,3})?[*_]{0,3}(?:(?:decision )?date|date decided|decided(?: on)?|when|timestamp)[*_]{0,3} ?:[*_]{0,3}[ \t]*(?<value>.*)$/i

/** `**By:** …`, `- Status: …`: a short name and a colon. */
const LABEL =
  /^ {0,3}(?:[-*+] {1,3})?(?:[*_]{1,3}[^*_:]{1,40}(?::[*_]{1,3}|[*_]{1,3} ?:)|\p{L}[\p{L} -]{0,30}:(?=[ \t]|$))/u

/** Finds a `**Date:** 2026-01-05` line, in whichever usual form, among the label lines that stand right under a heading. */
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
