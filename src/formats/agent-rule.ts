import type { JsonObject } from '../core/json.ts'
import type { Comment, Markdown } from '../core/source.ts'
import type { Edit, Place } from '../core/text.ts'
import { lineEndOf } from './line-end.ts'

/** How front matter is written: as YAML, as lines whose values are taken as they are, or as the first of them that it can be. */
export type FrontMatterForm = 'yaml' | 'raw' | 'loose'

/** The form of a file's front matter: an `.mdc` file is read by one editor alone, which does not read YAML there. */
export function frontMatterForm(path: string): FrontMatterForm {
  return path.endsWith('.mdc') ? 'raw' : 'yaml'
}

/** Values that mean no pattern. */
const NOTHING = /^(?:\[\s*\]|""|'')?$/

/**
 * True for an agent's rule that every conversation loads: `alwaysApply` says so, or nothing says otherwise. With
 * `alwaysApply: false`, or with `globs` alone, it loads only for some files or when somebody asks for it.
 */
export function loadsAlways(fields: JsonObject | null): boolean {
  const { alwaysApply, globs } = fields ?? {}
  const said = String(alwaysApply ?? '')
    .trim()
    .toLowerCase()
  if (said === 'true' || said === 'false') return said === 'true'
  return NOTHING.test(Array.isArray(globs) ? globs.join(',') : String(globs ?? '').trim())
}

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

/** The first comment that begins with `budget:`, anywhere in the text; undefined when there is none. */
export function findBudgetComment({ markdown, text }: Parsed): BudgetComment | undefined {
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

/** Declares a budget on a separate line above the text and below front matter, with a blank line between them. */
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

/** Other comments may be above the budget, a suppression for one. */
function isBlankBetween(text: string, from: number, comments: readonly Comment[]): boolean {
  let end = from
  for (const comment of comments) {
    if (text.slice(end, comment.start).trim() !== '') return false
    end = comment.end
  }
  return true
}
