import { isCalendarDate } from '../../src/core/date.ts'

const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'.split(
  '|',
)
const MONTH = `(${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)\\.?`
const ISO = /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/
const DAY_FIRST = new RegExp(`(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?\\.? ${MONTH},? (\\d{4})(?!\\d)`, 'i')
const MONTH_FIRST = new RegExp(`(?<![\\p{L}])${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?!\\d)`, 'iu')

/** What may be a day: the source of a pattern with the flags `iu`. */
const DATE_PATTERN = [ISO, DAY_FIRST, MONTH_FIRST].map(({ source }) => source).join('|')

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

/** A day in a title: `document` says when it was made, `update` when it was touched; `content` is what it is about. */
type TitleDate = {
  readonly start: number
  readonly end: number
  readonly date: string
  readonly role: 'document' | 'update' | 'content'
}

const UPDATE = '(?:last )?(?:updated?|modified|revised|reviewed|verified|checked)|as of'
const LABEL = `(?<label>(?<update>${UPDATE})|created|started|written|drafted|dated?)(?: on| at)?:? ?`
const DATED = new RegExp(
  `(?<!\\p{L})(?:${LABEL})?(?:${DATE_PATTERN})(?:[T ]\\d\\d:\\d\\d(?::\\d\\d)?Z?)?`,
  'giu',
)
const DIGITS = /^(?:20)?(\d\d)(\d\d)(\d\d)(?=[\s_:|–—-])/
/** The day behind one of these belongs to what the title is about. */
const ABOUT = /(?<!\p{L})(?:after|before|by|for|from|in|since|than|till|to|until)\s+$/iu

/** The day a title gives its document; null where it gives none. The day of an update is none. */
export function titleDate(text: string): string | null {
  return titleDates(text).find(({ role }) => role === 'document')?.date ?? null
}

/** A text without the days that are about the document. */
export function withoutTitleDates(text: string): string {
  let result = text
  for (const { start, end, role } of titleDates(text).reverse()) {
    if (role !== 'content') result = `${result.slice(0, start)} ${result.slice(end)}`
  }
  return result
}

function titleDates(text: string): TitleDate[] {
  const digits = DIGITS.exec(text)
  const first = digits ? `20${digits[1]}-${digits[2]}-${digits[3]}` : ''
  const leading: TitleDate[] = isCalendarDate(first)
    ? [{ start: 0, end: digits?.[0].length ?? 0, date: first, role: 'document' }]
    : []
  const named = [...text.matchAll(DATED)].flatMap((match): TitleDate[] => {
    const { 0: found, index, groups = {} } = match
    const date = dateIn(found)
    if (date === null) return []
    const isContent = groups.label === undefined && ABOUT.test(text.slice(0, index))
    const role = isContent ? 'content' : groups.update === undefined ? 'document' : 'update'
    return [{ start: index, end: index + found.length, date, role }]
  })
  return [...leading, ...named]
}
