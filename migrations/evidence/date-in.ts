import { isCalendarDate } from '../../src/core/date.ts'

const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'.split(
  '|',
)
const MONTH = `(${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)\\.?`
const ISO = /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/
const DAY_FIRST = new RegExp(`(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?\\.? ${MONTH},? (\\d{4})(?!\\d)`, 'i')
const MONTH_FIRST = new RegExp(`(?<![\\p{L}])${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?!\\d)`, 'iu')

/** What may be a day: the source of a pattern with the flags `iu`. */
export const DATE_PATTERN = [ISO, DAY_FIRST, MONTH_FIRST].map(({ source }) => source).join('|')

/**
 * The first calendar day that a text names, as `YYYY-MM-DD`; null where it names none. Read are year-month-day in digits
 * and days with the English name of the month; `03/04/2026` is two days to two readers, and none here.
 */
export function dateIn(text: string): string | null {
  const iso = ISO.exec(text)
  if (iso) return day(iso[1], iso[2], iso[3])
  const monthFirst = MONTH_FIRST.exec(text)
  if (monthFirst) return day(monthFirst[3], monthNumber(monthFirst[1]), monthFirst[2])
  const dayFirst = DAY_FIRST.exec(text)
  return dayFirst ? day(dayFirst[3], monthNumber(dayFirst[2]), dayFirst[1]) : null
}

function monthNumber(name = ''): string {
  const start = name.slice(0, 3).toLowerCase()
  return String(MONTHS.findIndex((month) => month.startsWith(start)) + 1)
}

function day(year = '', month = '', date = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isCalendarDate(text) ? text : null
}
