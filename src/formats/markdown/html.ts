import type { Range } from '../../core/source.ts'

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
