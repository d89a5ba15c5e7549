import type { Range } from '../../core/markdown.ts'

const OPEN = '<!--'
const CLOSE = '-->'

/** A comment's range in the text, and what stands between its marks. */
export type CommentRange = Range & { readonly text: string }

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
