import type { Diagnostic } from '../core/diagnostic.ts'
import { UserError } from '../core/errors.ts'
import { changeRuleIds } from '../core/layout.ts'
import { DERIVED_FRESH } from '../core/lint.ts'
import { safeText } from '../core/safe-text.ts'
import { filesBelow, type Snapshot } from '../core/snapshot.ts'
import type { WritePlan } from '../core/write-plan.ts'
import { type LoadedSides, loadSides } from './check-memory.ts'
import { planDerivedFiles, replacedUnread } from './derived-files.ts'
import { type JudgedChange, type JudgeRequest, judgeChange } from './judge-change.ts'
import type { OpenMemory } from './open-memory.ts'
import { failOnOf, stagedFindings } from './staged-findings.ts'

/** What would be committed, with its derived files rebuilt, and what was found in it. */
export type JudgedStaged = {
  readonly loaded: LoadedSides
  readonly checked: JudgedChange
  /** Findings that the commit brings, and old errors in its files as warnings. */
  readonly diagnostics: readonly Diagnostic[]
  /** The derived files that the hook rebuilds. */
  readonly plan: WritePlan
  /** Paths of derived files that cannot be read, and that the rebuild replaces. */
  readonly unread: ReadonlySet<string>
}

/**
 * Judges what is staged as the commit hook will leave it: with derived files rebuilt. Findings that the rebuild removes are
 * not reported.
 */
export async function judgeStaged(memory: OpenMemory, request: JudgeRequest): Promise<JudgedStaged> {
  const loaded = await loadSides(memory)
  const derived = await planDerivedFiles(loaded.after, memory)
  const plan = withoutForeign(derived, memory.after)
  const isAllRebuilt = plan.size === derived.size
  const rules = memory.rules.filter(({ id }) => id !== DERIVED_FRESH || !isAllRebuilt)
  const checked = await judgeChange(loaded, { ...memory, rules }, request)
  // A rebuild brings back no item that was lost, and keeps the words that a person wrote with what is hidden in them.
  const lasting = new Set([...changeRuleIds(memory), 'no-secret', 'no-hidden-text'])
  const found = checked.diagnostics.filter(({ path, rule }) => !plan.has(path) || lasting.has(rule))
  return {
    loaded,
    checked,
    diagnostics: stagedFindings(found, memory, failOnOf(loaded, memory)),
    plan,
    unread: replacedUnread(loaded.after.memories),
  }
}

/** A symlink or submodule at a derived file's path is not replaced, and stays a finding. */
export function withoutForeign(plan: WritePlan, { files }: Snapshot): WritePlan {
  return new Map([...plan].filter(([path]) => !isForeign(files.get(path)?.mode)))
}

function isForeign(mode: string | undefined): boolean {
  return mode === 'link' || mode === 'submodule'
}

/** Throws `UserError` for a derived file in a folder's place. Git refuses it too, but only after the work tree was written. */
export function assertNoFolder(path: string, { files }: Snapshot): void {
  const inside = filesBelow(files, path)[0]?.path
  if (inside === undefined) return
  throw new UserError(
    `${safeText(inside)} is staged where the derived file ${safeText(path)} belongs`,
    'Move it elsewhere: `git mv`, or `git rm --cached` and then another name.',
  )
}
