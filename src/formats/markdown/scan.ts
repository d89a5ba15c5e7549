import type { Range } from '../../core/source.ts'
import {
  isBlank,
  isBreak,
  type Line,
  type Lines,
  lineKind,
  lineOf,
  listItem,
  type Outline,
} from './outline.ts'

/**
 * A part of the text whose facts only remark can give. `inline`: a paragraph, heading or closed block, complete in
 * itself. `block`: lines of unknown structure, up to the end of the text or to an unindented line that closes them.
 */
export type Zone = Range & { readonly type: 'inline' | 'block' }

/** A scan in progress: what is known so far, and what remark has to say. */
export type Scan = Lines & {
  readonly outline: Outline
  readonly zones: Zone[]
  /** Offsets, ascending, of all characters that inline content may need a parser for. */
  readonly doubts: readonly number[]
}

/**
 * Without one of these there is no link, image, autolink, HTML or definition: `](`, `]:`, and `<` before a character
 * that can follow it in a tag, a comment or an address.
 */
const DOUBT = /\](?=[(:])|<(?=[a-z\d/!?.#$%&'*+=^_`{|}~-])/gi

/** Finds the doubtful characters of a text. */
export function findDoubts(text: string, from: number): number[] {
  const doubts: number[] = []
  DOUBT.lastIndex = from
  for (let match = DOUBT.exec(text); match; match = DOUBT.exec(text)) doubts.push(match.index)
  return doubts
}

/** True when inline content in this range can hold nothing that the outline lists. */
export function isPlain({ doubts }: Scan, start: number, end: number): boolean {
  let low = 0
  let high = doubts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((doubts[middle] ?? 0) < start) low = middle + 1
    else high = middle
  }
  return (doubts[low] ?? end) >= end
}

/**
 * Where doubt begins inside a list: everything before this line is known, and lines indented by `column` or more are
 * in the open item, if there is one yet.
 */
type ListDoubt = { readonly index: number; readonly column: number | undefined }

/** No column is known to be inside an item. */
const UNKNOWN = Number.POSITIVE_INFINITY

/**
 * Leaves lines of unknown structure to remark, from the line `first` to the next one that is surely at the top
 * level: unindented, after a blank line, no list item or quote (remark ends an open fence elsewhere before a quote), and
 * nothing before it that could have opened a fence or HTML block around it. Gives the index of that line.
 */
export function scanDoubt(scan: Scan, first: number, inList?: ListDoubt): number {
  const { text, zones } = scan
  const start = lineOf(scan, first)?.start ?? text.length
  let column = inList ? (inList.column ?? 0) : UNKNOWN
  let afterBlank = false
  for (let index = inList?.index ?? first; ; index++) {
    const line = lineOf(scan, index)
    if (line && (afterBlank || column < UNKNOWN) && startsAfresh(text, line, afterBlank)) {
      zones.push({ start, end: line.start, type: 'block' })
      return index
    }
    if (!line || (line.indent < column && mayOpenLasting(text, line))) break
    afterBlank = isBlank(line)
    if (!afterBlank && column < UNKNOWN) column = columnAfter(text, line, column)
  }
  zones.push({ start, end: text.length, type: 'block' })
  return scan.starts.length
}

/** A line that goes on with the open item, or starts the next. */
function columnAfter(text: string, line: Line, column: number): number {
  if (line.indent >= column && column > 0) return column
  const isItem = line.indent < 4 && lineKind(text, line) === 'item'
  return (isItem ? listItem(text, line)?.content.indent : undefined) ?? UNKNOWN
}

/** Without a blank line before it, it must be something that no paragraph can go on with. */
function startsAfresh(text: string, line: Line, afterBlank: boolean): boolean {
  if (line.indent > 0 || isBlank(line)) return false
  const kind = lineKind(text, line)
  if (!afterBlank) return kind === 'heading' || kind === 'fence'
  if (kind === 'item' || kind === 'quote') return false
  return kind !== 'underline' || isBreak(text, line)
}

/** A fence, or an HTML block that blank lines do not end. */
function mayOpenLasting(text: string, line: Line): boolean {
  if (line.indent > 3 || isBlank(line)) return false
  return lineKind(text, line) === 'fence' || htmlEnd(text, line.at) !== null
}

/** How CommonMark's HTML blocks of kinds 1 to 5 start and end; `from` skips what the start alone does not settle. */
type Kind = { readonly start: RegExp; readonly end: RegExp; readonly from: number }

const KINDS: readonly Kind[] = [
  {
    start: /<(?:script|pre|style|textarea)(?=[ \t\r\n>]|$)/iy,
    end: /<\/(?:script|pre|style|textarea)>/gi,
    from: 0,
  },
  { start: /<!--/y, end: /-->/g, from: 2 },
  { start: /<\?/y, end: /\?>/g, from: 1 },
  { start: /<![a-z]/iy, end: />/g, from: 0 },
  { start: /<!\[CDATA\[/y, end: /\]\]>/g, from: 0 },
]

/**
 * Where the end mark of the HTML block at `at` ends, if it is of a kind that runs on until its end mark, blank lines
 * and all (CommonMark 4.6, kinds 1 to 5): -1 when there is no end mark, null when it is of no such kind.
 */
export function htmlEnd(text: string, at: number): number | null {
  const kind = KINDS.find(({ start }) => {
    start.lastIndex = at
    return start.test(text)
  })
  if (!kind) return null
  kind.end.lastIndex = at + kind.from
  return kind.end.test(text) ? kind.end.lastIndex : -1
}

/** False for an HTML block (given without the marks of its containers) that only its container's end has ended. */
export function isHtmlClosed(html: string): boolean {
  return htmlEnd(html, html.search(/[^ \t]/)) !== -1
}

/** Names of CommonMark's HTML blocks of kind 6, which a blank line ends. */
const NAMES =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|' +
  'track|ul'

const BLOCK_TAG = new RegExp(`</?(?:${NAMES})(?:[ \\t\\r\\n>]|/>|$)`, 'iy')

const LONE_TAG = /(?:<[a-z][a-z\d-]*[ \t]*\/?>|<\/[a-z][a-z\d-]*[ \t]*>)[ \t]*(?:[\r\n]|$)/iy

/** True for a tag that starts an HTML block, even right under a paragraph, that lasts until a blank line (kind 6). */
export function startsTagBlock(text: string, at: number): boolean {
  BLOCK_TAG.lastIndex = at
  return BLOCK_TAG.test(text)
}

/** True for a tag without attributes alone on its line: an HTML block (kind 7) unless it is under a paragraph. */
export function isLoneTag(text: string, at: number): boolean {
  LONE_TAG.lastIndex = at
  return LONE_TAG.test(text)
}

const OPEN = '<!--'

const CLOSE = '-->'

/** A comment's range in the text, and the text between its marks. */
type CommentRange = Range & { readonly text: string }

/** Finds the closed HTML comments in a range of a text. `<!-->` and `<!--->` are empty ones, as in HTML. */
export function commentsIn(text: string, { start, end }: Range): CommentRange[] {
  const html = text.slice(start, end)
  const comments: CommentRange[] = []
  for (let open = html.indexOf(OPEN); open !== -1; ) {
    const inside = open + OPEN.length
    const short = html.startsWith('>', inside) ? 1 : html.startsWith('->', inside) ? 2 : 0
    const close = short > 0 ? inside : html.indexOf(CLOSE, inside)
    if (close === -1) break
    const after = close + (short || CLOSE.length)
    comments.push({ start: start + open, end: start + after, text: html.slice(inside, close) })
    open = html.indexOf(OPEN, after)
  }
  return comments
}
