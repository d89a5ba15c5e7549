import { compareDiagnostics, type Diagnostic } from '../core/diagnostic.ts'
import { isGuardFile } from '../core/installed.ts'
import { changeRuleIds } from '../core/layout.ts'
import { DERIVED_FRESH } from '../core/lint.ts'
import { BASELINE_FILE, LOOSENED_RULE } from '../core/rule.ts'
import { once } from '../core/text.ts'
import type { WritePlan } from '../core/write-plan.ts'
import { judgeSides, type LoadedSides, loadSides, rulesAtWork } from './check-memory.ts'
import { stagedFindings } from './check-request.ts'
import type { MemoryContext } from './context.ts'
import { planDerivedFiles, replacedUnread, withoutForeign } from './derived-files.ts'
import { differing } from './focus.ts'
import type { OpenMemory } from './open-memory.ts'
import type { JudgedChange, JudgeRequest } from './second-judgement.ts'

/**
 * Judges a change twice: by its own settings, budgets and baseline, and, where these differ, by those of the side before.
 * What only the second judgement finds is `loosened`; so a change cannot hide what it does. Memory is looked at where
 * either settings say that it lies.
 */
export async function judgeChange(
  sides: LoadedSides,
  context: MemoryContext,
  request: JudgeRequest,
): Promise<JudgedChange> {
  const load = { ...context, mode: { ...context.mode, isAlone: await isAlone(sides, context) } }
  const own = await judgeSides(sides, load)
  const looser = await loosenedElsewhere(sides, load)
  if (isJudgedOnce(sides, load)) {
    const diagnostics = [...own.diagnostics, ...(request.others ?? []), ...looser].sort(compareDiagnostics)
    return { ...own, diagnostics, known: null }
  }
  const { judgeAgain } = await import('./second-judgement.ts')
  const judged = await judgeAgain(own, sides, load, request)
  if (looser.length === 0) return judged
  return { ...judged, diagnostics: [...judged.diagnostics, ...looser].sort(compareDiagnostics) }
}

/** Asked only where a loosening would be refused. */
async function isAlone({ after, before, changed }: LoadedSides, load: MemoryContext): Promise<boolean> {
  if (before?.settings.rules[LOOSENED_RULE] !== 'error') return false
  const { isLooseningAlone } = await import('./second-judgement.ts')
  const paths = changed ?? differing(before.snapshot, after.snapshot)
  return isLooseningAlone({ after, before, changed: paths }, load)
}

/** What other files than the settings loosen; what a merge brings from another side was named there. */
async function loosenedElsewhere(
  { after, before, merge, changed }: LoadedSides,
  load: MemoryContext,
): Promise<readonly Diagnostic[]> {
  if (!before || load.mode?.isLetIn || (merge && !merge.isRange)) return []
  const paths = changed ?? differing(before.snapshot, after.snapshot)
  if (!paths.some(isGuardFile)) return []
  const { loosenedByFiles } = await import('./second-judgement.ts')
  return loosenedByFiles({ after, before, changed: paths }, load)
}

/** True where no baseline counts findings, and the side before has the same settings and no budgets that may differ. */
function isJudgedOnce({ after, before }: LoadedSides, load: MemoryContext): boolean {
  if (after.snapshot.files.has(BASELINE_FILE)) return false
  if (!before || load.mode?.isLetIn) return true
  return (
    !before.snapshot.files.has(BASELINE_FILE) &&
    before.documents.every(({ declared }) => declared == null) &&
    JSON.stringify(before.settings) === JSON.stringify(load.settings)
  )
}

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
export async function judgeNextCommit(memory: OpenMemory, request: JudgeRequest): Promise<JudgedStaged> {
  const loaded = await loadSides(memory)
  const derived = await planDerivedFiles(loaded.after, memory)
  const plan = withoutForeign(derived, memory.after)
  const isAllRebuilt = plan.size === derived.size
  const rules = memory.rules.filter(({ id }) => id !== DERIVED_FRESH || !isAllRebuilt)
  const checked = await judgeChange(loaded, { ...memory, rules }, request)
  // A rebuild brings back no item that was lost, and keeps the words that a person wrote with what is hidden in them.
  const lasting = once(
    () => new Set([...changeRuleIds(rulesAtWork(loaded.after, memory)), 'no-secret', 'no-hidden-text']),
  )
  const found = checked.diagnostics.filter(({ path, rule }) => !plan.has(path) || lasting().has(rule))
  // A change does not loosen its own check.
  const { failOn } = (loaded.before?.settings.hooks.failOn === 'all' ? loaded.before : memory).settings.hooks
  return {
    loaded,
    checked,
    diagnostics: stagedFindings(found, memory, failOn),
    plan,
    unread: replacedUnread(loaded.after.memories),
  }
}
