import type { Edit } from '../core/edit.ts'
import type { Comment, Markdown } from '../core/markdown.ts'
import type { Place } from '../core/place.ts'
import { lineEndOf } from './line-end.ts'

/** The budget that a hot file declares for itself. */
type Budget = {
  readonly lines: number
  /** Estimated tokens; null when the file declares lines only. */
  readonly tokens: number | null
  readonly place: Place
}

/** A comment that means to be a budget, well-formed or not. */
export type BudgetComment = {
  readonly comment: Comment
  readonly budget: Budget | null
  readonly atTop: boolean
}

type Parsed = { readonly text: string; readonly markdown: Markdown | null }

const BUDGET = /^budget:\s*(\d{1,7})\s+lines?(?:\s*,\s*(\d{1,9})\s+tokens?)?$/

/** The first comment that begins with `budget:`, wherever it stands; undefined when there is none. */
export function budgetComment({ markdown, text }: Parsed): BudgetComment | undefined {
  const comment = markdown?.comments.find((one) => /^budget\s*:/i.test(one.text.trim()))
  if (!markdown || !comment) return undefined
  const above = markdown.comments.filter(({ end }) => end <= comment.start)
  return {
    comment,
    budget: budgetOf(comment),
    atTop: isBlankBetween(text, markdown.start, [...above, comment]),
  }
}

/** The comment that declares a budget of so many lines. */
export function budgetText(lines: number): string {
  return `<!-- budget: ${lines} lines -->`
}

/** Declares a budget on a line of its own above the text and below front matter, with a blank line between them. */
export function budgetInsertion({ text, markdown }: Parsed, lines: number): Edit {
  const start = markdown?.start ?? 0
  const eol = lineEndOf(text)
  const isLineStart = start === 0 || /[\n\r\uFEFF]/.test(text[start - 1] ?? '')
  const isTextBelow = /^[ \t]*[^\s]/.test(text.slice(start))
  return {
    start,
    end: start,
    text: `${isLineStart ? '' : eol}${budgetText(lines)}${eol}${isTextBelow ? eol : ''}`,
  }
}

function budgetOf({ text, place }: Comment): Budget | null {
  const [, lines, tokens] = BUDGET.exec(text.trim()) ?? []
  if (Number(lines ?? 0) === 0) return null
  return { lines: Number(lines), tokens: tokens === undefined ? null : Number(tokens), place }
}

/** Other comments may stand above the budget, a suppression for one. */
function isBlankBetween(text: string, from: number, comments: readonly Comment[]): boolean {
  let end = from
  for (const comment of comments) {
    if (text.slice(end, comment.start).trim() !== '') return false
    end = comment.end
  }
  return true
}
