import type { Document } from '../../core/document.ts'
import type { Memory } from '../../core/memory.ts'
import type { Reading, Source } from '../../core/source.ts'
import type { Place } from '../../core/text.ts'
import { findBudgetComment, loadsAlways } from '../../formats/agent-rule.ts'
import { digest } from '../../formats/hash.ts'
import type { WorkspaceSettings } from './settings.ts'

/** How large a hot file says that it may be. */
export type DeclaredBudget = { readonly lines: number; readonly tokens: number | null }

/** What is known of a hot rule or an agent's own file in addition to its size. */
type HotFacts = {
  /** Where it declares its budget; null where it declares none. */
  readonly budgetPlace: Place | null
  /** Of what follows the front matter; null when nothing does. Equal digests are copies of one rule. */
  readonly body: string | null
  /** False for a file of an agent that only some conversations load: no budget is for it. */
  readonly always: boolean
}

/** Reads a hot rule, or an agent's own file: its declared budget and the identity of its body. */
export function readHotRule(source: Source): Reading {
  const start = source.markdown?.start ?? 0
  const body = source.text.slice(start).trim()
  const budget = findBudgetComment(source)?.budget
  const facts: HotFacts = {
    budgetPlace: budget?.place ?? null,
    body: source.markdown && body !== '' ? digest(body) : null,
    always: isHot(source),
  }
  return { facts, ...(budget && { declared: { lines: budget.lines, tokens: budget.tokens } }) }
}

/** True for a rule, and for an agent's own file that every conversation loads. */
export function isHot({ kind, frontMatter }: Source): boolean {
  return kind.id === 'hot-rule' || loadsAlways(frontMatter?.fields ?? null)
}

/** The largest budget, in lines, that settings give a file of this name; an `.mdc` file is known by its `.md` name. */
export function largestBudget(path: string, { hot }: WorkspaceSettings): number {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return hot.budgets[name] ?? hot.budgets[name.replace(/\.mdc$/, '.md')] ?? hot.defaultBudget
}

/** Every file that loads into every conversation: the rules, and of the agents' own files those that load always. A symlink adds nothing to them. */
export function hotFiles({ documents }: Memory): readonly Document[] {
  return documents.filter(
    (one) => (one.kind === 'hot-rule' || one.kind === 'agent-file') && hotFactsOf(one).always,
  )
}

/** True from nine tenths of a budget on, and when it is passed: worth a look. In whole numbers, so that it is exact. */
export function isNearBudget(size: number, most: number): boolean {
  return size * 10 >= most * 9
}

/** What was read of a hot file. */
export function hotFactsOf({ facts }: Document): HotFacts {
  return (facts ?? { budgetPlace: null, body: null, always: true }) as HotFacts
}

/** The budget that a hot file declares; null when it declares none. */
export function declaredBudget({ declared = null }: Document): DeclaredBudget | null {
  return declared as DeclaredBudget | null
}
