import { isCalendarDate } from '../core/date.ts'

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)
const MONTH = `(${MONTHS.map((month) => `${month.slice(0, 3)}(?:${month.slice(3)})?`).join('|')}|sept)\\.?`
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?\\.?'
const YEAR = '(\\d{4})'

/** A date in text: 2026-02-08, perhaps with a time, 8 February 2026, Feb 8 2026, 8 Feb, February 2026. */
const DATE = new RegExp(
  [
    `(?<![\\w.-])${YEAR}[-/](\\d{2})(?:[-/](\\d{2})(?:t\\d{2}:[\\d:.]+(?:z|[+-]\\d{2}:?\\d{2})?)?)?(?![\\w-]|\\.\\d)`,
    `\\b${DAY}(?: of)? ${MONTH}(?:,? ${YEAR})?\\b`,
    `\\b${MONTH} ${DAY}(?:,? ${YEAR})?(?![\\w:])`,
    `\\b${MONTH},? ${YEAR}\\b`,
  ].join('|'),
  'gi',
)

/** Text without its dates, and the terms that they are found by. */
export type DatesTaken = { readonly rest: string; readonly terms: readonly string[] }

/**
 * Takes dates out of a text. A day has terms for the day, the day without its year, the month, the month's
 * name and the year, so that each way of asking for it finds it. What is no calendar date stays in the text.
 */
export function takeDates(text: string): DatesTaken {
  if (!/\d/.test(text)) return { rest: text, terms: [] }
  const terms: string[] = []
  const rest = text.replace(DATE, (...found: string[]) => {
    const [whole = '', y1, m1, d1, d2, n2, y2, n3, d3, y3, n4, y4] = found
    const month = m1 === undefined ? monthOf((n2 ?? n3 ?? n4 ?? '').toLowerCase()) : Number(m1)
    const taken = termsOfDate(y1 ?? y2 ?? y3 ?? y4, month, d1 ?? d2 ?? d3)
    if (!taken) return whole
    terms.push(...taken)
    return ' '
  })
  return { rest, terms }
}

function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1
}

function termsOfDate(year: string | undefined, month: number, day: string | undefined): string[] | null {
  const [mm, dd] = [String(month).padStart(2, '0'), (day ?? '01').padStart(2, '0')]
  // The day without a year may be the 29th of February.
  if (!isCalendarDate(`${year ?? '2000'}-${mm}-${dd}`)) return null
  return [
    ...(day === undefined ? [] : [`${MONTHS[month - 1]?.slice(0, 3)}${Number(day)}`]),
    ...(day === undefined || year === undefined ? [] : [`${year}${mm}${dd}`]),
    ...(year === undefined ? [] : [`${year}${mm}`, year]),
    MONTHS[month - 1] ?? '',
  ]
}
