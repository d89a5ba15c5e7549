import type { Document } from '../../core/document.ts'
import type { Reading } from '../../core/kind.ts'
import type { Comment } from '../../core/markdown.ts'
import type { Memory } from '../../core/memory.ts'
import type { Place } from '../../core/place.ts'
import type { Source } from '../../core/source.ts'
import { digest } from '../../formats/hash.ts'
import type { WorkspaceSettings } from './settings.ts'

/** The budget that a hot file declares for itself. */
type Budget = {
  readonly lines: number
  /** Estimated tokens; null when the file declares lines only. */
  readonly tokens: number | null
  readonly place: Place
}

/** What is known of a hot rule or an agent's own file beside its size. */
type HotFacts = {
  readonly budget: Budget | null
  /** Of what follows the front matter; null when nothing does. Equal digests are copies of one rule. */
  readonly body: string | null
}

/** A comment that means to be a budget, well-formed or not. */
export type BudgetComment = {
  readonly comment: Comment
  readonly budget: Budget | null
  readonly atTop: boolean
}

const BUDGET = /^budget:\s*(\d{1,7})\s+lines?(?:\s*,\s*(\d{1,9})\s+tokens?)?$/

/** Reads a hot rule, or an agent's own file: its declared budget and the identity of its body. */
export function readHotRule(source: Source): Reading {
  const start = source.markdown?.start ?? 0
  const body = source.text.slice(start).trim()
  const facts: HotFacts = {
    budget: budgetComment(source)?.budget ?? null,
    body: source.markdown && body !== '' ? digest(body) : null,
  }
  return { facts }
}

/** The first comment that begins with `budget:`, wherever it stands; undefined when there is none. */
export function budgetComment({ markdown, text }: Source): BudgetComment | undefined {
  const comment = markdown?.comments.find((one) => /^budget\s*:/i.test(one.text.trim()))
  if (!markdown || !comment) return undefined
  const above = markdown.comments.filter(({ end }) => end <= comment.start)
  return {
    comment,
    budget: budgetOf(comment),
    atTop: isBlankBetween(text, markdown.start, [...above, comment]),
  }
}

/** The largest budget, in lines, that settings give a file of this name; an `.mdc` file is known by its `.md` name. */
export function largestBudget(path: string, { hot }: WorkspaceSettings): number {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return hot.budgets[name] ?? hot.budgets[name.replace(/\.mdc$/, '.md')] ?? hot.defaultBudget
}

/** Every file that loads into every conversation: the rules and the agents' own files. A link adds nothing to them. */
export function hotFiles({ documents }: Memory): readonly Document[] {
  return documents.filter(({ kind }) => kind === 'hot-rule' || kind === 'agent-file')
}

/** True from nine tenths of a budget on, and when it is passed: worth a look. In whole numbers, so that it is exact. */
export function isNearly(size: number, most: number): boolean {
  return size * 10 >= most * 9
}

/** What was read of a hot file. */
export function hotFactsOf({ facts }: Document): HotFacts {
  return (facts ?? { budget: null, body: null }) as HotFacts
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
