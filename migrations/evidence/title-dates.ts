import { isCalendarDate } from '../../src/core/date.ts'
import { DATE_PATTERN, dateIn } from './date-in.ts'

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
