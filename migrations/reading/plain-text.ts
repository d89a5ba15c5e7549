import { isCalendarDate } from '../../src/core/date.ts'

/** Characters read of a paragraph: the purpose of a document is at its start. */
export const MOST_READ = 4_000

/** A code span, or a character escaped by a backslash. */
const LITERAL = /\\([!-/:-@[-`{-~])|(?<!`)(`+)(?!`)([\s\S]*?[^`])\2(?!`)/g
/** The placeholder of one of those while the marks around it are removed. */
const SHELF = /\ue000(\d+)\ue001/g
/** Invisible characters, which must not be copied to another place. */
const HIDDEN =
  /\u00ad|\u061c|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]|(?![\t\n\r])\p{Cc}/gu
const INLINE_TAGS =
  /<\/?(?:a|b|br|code|del|details|div|em|i|img|ins|kbd|mark|p|s|small|span|strong|sub|summary|sup|u)(?:\s[^<>]*)?\/?>/gi
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&nbsp;', ' '],
])

/** What a reader sees of a piece of inline Markdown, in one line: no emphasis, links by their text, images left out. */
export function plainText(markdown: string): string {
  const literals: string[] = []
  const shelved = markdown
    .slice(0, MOST_READ)
    .replace(SHELF, ' ')
    .replace(HIDDEN, '')
    .replace(LITERAL, (_, escaped: string | undefined, _ticks, code = '') => {
      literals.push(escaped ?? (/^ .* $/s.test(code) && code.trim() !== '' ? code.slice(1, -1) : code))
      return `\ue000${literals.length - 1}\ue001`
    })
  return withoutStars(withoutMarks(shelved))
    .replace(SHELF, (_, index: string) => literals[Number(index)] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

function withoutMarks(text: string): string {
  return text
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/!\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])/g, '')
    .replace(/\[\^[^[\]]*\]/g, '')
    .replace(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replace(/<(https?:\/\/[^<>\s]*)>/g, '$1')
    .replace(INLINE_TAGS, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES.get(entity) ?? entity)
}

function withoutStars(text: string): string {
  return text
    .replace(/\*\*(?=\S)|(?<=\S)\*\*|(?<![\p{L}\p{N}_])__(?=\S)|(?<=\S)__(?![\p{L}\p{N}_])|~~/gu, '')
    .replace(/(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*]*[^\s*])\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/(?<![\p{L}\p{N}_])_(?=[^\s_])([^_]*[^\s_])_(?![\p{L}\p{N}_])/gu, '$1')
}

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
function withoutTitleDates(text: string): string {
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

/** Arrows and trade marks: Unicode calls them pictographs, people read them as text. */
const EMOJI =
  /(?![\u2190-\u21ff©®™])(?:\p{Extended_Pictographic}|\p{Regional_Indicator})(?:\ufe0f|\u200d|[\u{1f3fb}-\u{1f3ff}]|\p{Extended_Pictographic})*/gu
/** `ABC-123`; well-known names of this form are none. */
const ID = '(?!(?:AES|COVID|EN|ES|GPT|HTTP|ISO|SHA|TLS|UTF)-)[A-Z][A-Z0-9]{1,9}-\\d+(?:\\.\\d+)*[a-z]?'
const ONLY_TICKETS = new RegExp(`^(?:(?:${ID}|(?:PR )?#\\d+)(?:[\\s,:;/|&+–—-]+|$))+$`)
/** `ABC-123: `, `[ABC-123]`, `#123`, `007 — `, at the start; bare, a colon or dash sets it off, for `UTF-8` is none. */
const TICKET_FIRST = new RegExp(
  `^(?:[[(](?:${ID}|#\\d+)[\\])]\\s*(?:[:|–—-]\\s*)?|${ID}(?:\\s*[:|]|\\s+[–—-])\\s+|#\\d+(?:\\s*[:|–—-])?\\s+|0\\d{1,3}\\s*[:|–—-]\\s+)`,
)
const TICKET_LAST = new RegExp(`\\s*(?:[-–—|:]\\s*)?[[(](?:${ID}|(?:PR )?#\\d+)[\\])]$|\\s+[–—|-]\\s+${ID}$`)
const LINKED_TICKET = new RegExp(`\\[(${ID}|#\\d+)\\]\\([^()]*\\)`, 'g')
const GROUP = /[[(（【]([^[\]()（）【】]*)[\])）】]/g
/** Words that only say that the document is a plan, with its number. */
const KIND_FIRST =
  /^(?:(?:implementation|development|project|technical|feature|design|execution|migration)\s+)?(?:plan|rfc|spec|design doc|task|epic|proposal|brainstorm|feature|prd)(?: #?\d{1,4})?\s*(?::|\s[–—-])\s+/i
const KIND_LAST = /\s+[–—-]\s+(?:(?:implementation|development|project|execution|migration)\s+)?plan$/i
/** `feat:`, `fix(scope):`. */
const COMMIT_TYPE =
  /^(?:feat|fix|refactor|chore|docs|perf|test|build|ci|style|revert)(?:\(([^()]+)\))?!?:\s+/i
const EDGES = /^[\s:,;，；：|·•–—-]+|[\s:,;，；：|·•–—-]+$/g

/**
 * A title without what is not its name: markup, emoji, dates, ticket numbers, `Plan:` and its like, the type of a commit
 * message (its scope stays). Its brackets are balanced. Empty where nothing else is there.
 */
export function cleanTitle(markdown: string): string {
  return cleanPlainTitle(plainTitle(markdown))
}

/** A title as a reader sees it; a linked ticket stays in brackets. */
export function plainTitle(markdown: string): string {
  return plainText(markdown.replace(LINKED_TICKET, '\\[$1\\]'))
}

/** The same of a title that is plain text already. */
export function cleanPlainTitle(text: string): string {
  let title = text
  for (let before: string | null = null; before !== title; ) {
    before = title
    title = balanced(withoutTitleDates(withoutEmoji(withoutGroups(title))))
      .replace(/\s+/g, ' ')
      .replace(EDGES, '')
      .replace(TICKET_FIRST, '')
      .replace(TICKET_LAST, '')
      .replace(KIND_FIRST, '')
      .replace(KIND_LAST, '')
      .replace(COMMIT_TYPE, (_, scope: string | undefined) => (scope ? `${scope}: ` : ''))
  }
  return ONLY_TICKETS.test(title) ? '' : title
}

/** A text without its emoji and the blanks at its ends. */
export function withoutEmoji(text: string): string {
  return text.replace(EMOJI, ' ').trim()
}

/** Brackets with nothing but a day, a ticket or an emoji go as a whole; brackets around the whole title go. */
function withoutGroups(title: string): string {
  return title.replace(GROUP, (whole, inner: string) => {
    const undated = withoutTitleDates(withoutEmoji(inner))
    const rest = undated.replace(/\s+/g, ' ').replace(EDGES, '')
    if (inner !== '' && (rest === '' || ONLY_TICKETS.test(rest))) return ' '
    if (whole === title.trim()) return rest
    return undated === inner ? whole : `${whole.charAt(0)}${rest}${whole.slice(-1)}`
  })
}

/** A text without the brackets that have no partner. */
function balanced(text: string): string {
  const open: number[] = []
  const alone = new Set<number>()
  for (const { 0: mark, index } of text.matchAll(/[()[\]]/g)) {
    const last = open.at(-1)
    if (mark === '(' || mark === '[') open.push(index)
    else if (last !== undefined && text.charAt(last) === (mark === ')' ? '(' : '[')) open.pop()
    else alone.add(index)
  }
  for (const index of open) alone.add(index)
  return alone.size === 0
    ? text
    : text.replace(/[()[\]]/g, (mark, index: number) => (alone.has(index) ? '' : mark))
}
