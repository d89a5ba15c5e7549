import type { Document } from '../../core/document.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Reading } from '../../core/kind.ts'
import type { Memory } from '../../core/memory.ts'
import type { Source } from '../../core/source.ts'
import { type Budget, budgetComment } from '../../formats/budget-comment.ts'
import { digest } from '../../formats/hash.ts'
import type { WorkspaceSettings } from './settings.ts'

/** What is known of a hot rule or an agent's own file beside its size. */
type HotFacts = {
  readonly budget: Budget | null
  /** Of what follows the front matter; null when nothing does. Equal digests are copies of one rule. */
  readonly body: string | null
}

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

/** An agent's rule loads into every conversation, unless it says that it waits for some files or for being asked for. */
export function loadsAlways(frontMatter: JsonObject | null): boolean {
  const { alwaysApply, globs } = frontMatter ?? {}
  return alwaysApply === true || (alwaysApply !== false && !globs)
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
