import { withoutTitleDates } from './dates.ts'
import { plainText } from './plain-text.ts'

/** Arrows and trade marks: Unicode calls them pictographs, people read them as text. */
const EMOJI =
  /(?![\u2190-\u21ff©®™])(?:\p{Extended_Pictographic}|\p{Regional_Indicator})(?:\ufe0f|\u200d|[\u{1f3fb}-\u{1f3ff}]|\p{Extended_Pictographic})*/gu
/** `ABC-123`; well-known names of this form are none. */
const ID = '(?!(?:AES|COVID|EN|ES|GPT|HTTP|ISO|SHA|TLS|UTF)-)[A-Z][A-Z0-9]{1,9}-\\d+(?:\\.\\d+)*'
const ONLY_TICKETS = new RegExp(`^(?:(?:${ID}|(?:PR )?#\\d+)(?:[\\s,:;/|&+–—-]+|$))+$`)
/** `ABC-123: `, `[ABC-123]`, `#123`, at the start; bare, a colon or dash sets it off, for `UTF-8` is none. */
const TICKET_FIRST = new RegExp(
  `^(?:[[(](?:${ID}|#\\d+)[\\])]\\s*(?:[:|–—-]\\s*)?|${ID}(?:\\s*[:|]|\\s+[–—-])\\s+|#\\d+(?:\\s*[:|–—-])?\\s+)`,
)
const TICKET_LAST = new RegExp(`\\s*(?:[-–—|:]\\s*)?[[(](?:${ID}|(?:PR )?#\\d+)[\\])]$|\\s+[–—|-]\\s+${ID}$`)
const LINKED_TICKET = new RegExp(`\\[(${ID}|#\\d+)\\]\\([^()]*\\)`, 'g')
const GROUP = /\[([^[\]()]*)\]|\(([^[\]()]*)\)/g
/** Words that only say that the document is a plan. */
const KIND_FIRST =
  /^(?:(?:implementation|development|project|technical|feature|design|execution|migration)\s+)?(?:plan|rfc|spec|design doc|task|epic|proposal|brainstorm|feature|prd)\s*(?::|\s[–—-])\s+/i
const KIND_LAST = /\s+[–—-]\s+(?:(?:implementation|development|project|execution|migration)\s+)?plan$/i
/** `feat:`, `fix(scope):`. */
const COMMIT_TYPE =
  /^(?:feat|fix|refactor|chore|docs|perf|test|build|ci|style|revert)(?:\(([^()]+)\))?!?:\s+/i
const EDGES = /^[\s:,;|–—-]+|[\s:,;|–—-]+$/g

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
  return title.replace(GROUP, (whole, square: string | undefined, round: string | undefined) => {
    const inner = square ?? round ?? ''
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
