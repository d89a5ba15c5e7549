import { compareDiagnostics, type Diagnostic } from '../core/diagnostic.ts'
import { DERIVED_FRESH } from '../core/lint.ts'
import { checkMemory } from '../engine/check-memory.ts'
import { completeIndexOptions } from '../engine/complete-options.ts'
import { copyReplaced, type PlannedTexts, planDerivedFiles, plannedTexts } from '../engine/derived-files.ts'
import { readExpected } from '../engine/fixes.ts'
import { assertMemory, openMemory } from '../engine/open-memory.ts'
import { staleParts } from '../engine/parts/outcome.ts'
import { applyWritePlan } from '../fs/write-plan.ts'
import { writingIn } from '../snapshot/project.ts'

/** One run of `memkeep index`. */
export type IndexOptions = {
  /** A folder of the repository; the working directory when absent. */
  readonly cwd: string
  /** A settings file, instead of `memkeep.yaml` at the root. */
  readonly config?: string | undefined
  /** Only report what is stale, and write nothing; false when absent. */
  readonly check: boolean
  /** Use the facts of earlier runs, and keep new ones for later runs; true when absent. */
  readonly cache: boolean
  /** The day that ages are counted from, `YYYY-MM-DD`; the clock's local day when absent. */
  readonly today: string
}

/** What a rebuild did, or would do. */
export type IndexResult = {
  /** Paths of the files that were written, from the root. */
  readonly written: readonly string[]
  /** A finding for each derived file that was stale. */
  readonly stale: readonly Diagnostic[]
  /** Files that were not written, and why: one that was changed meanwhile, for example. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[]
  /** One-line remarks for people. */
  readonly notes: readonly string[]
  /** The texts of each planned file by path, before and after: null for one that was not there, or is deleted. */
  readonly plan: PlannedTexts
}

/**
 * Rebuilds every derived file of the work tree. Writes no other file, and does not touch a fresh one. Throws
 * `UserError` where there is no memory.
 */
export async function runIndex(given: Partial<IndexOptions> = {}): Promise<IndexResult> {
  const options = completeIndexOptions(given)
  const memory = await openMemory(options)
  const { project, after, settings } = memory
  const { focus, documents, diagnostics } = await staleParts(memory)
  assertMemory(memory, documents, diagnostics)
  const checked = await checkMemory({ ...memory, focus, settings: always(settings) })
  memory.facts.save?.()
  const plan = await planDerivedFiles({ snapshot: after, memories: checked.memories }, memory)
  const before = await readExpected(after, plan)
  const stale = checked.diagnostics.filter(({ rule }) => rule === DERIVED_FRESH).sort(compareDiagnostics)
  const texts = plannedTexts(plan, before)
  if (options.check) return { written: [], stale, refused: [], notes: [], plan: texts }
  const notes = await copyReplaced(project, after, { memories: checked.memories, plan })
  return { ...applyWritePlan(project.root, plan, before, writingIn(project)), stale, notes, plan: texts }
}

/** Turning the rule off silences a check; a rebuild still reports what was stale. */
function always<T extends { readonly rules: object }>(settings: T): T {
  return { ...settings, rules: { ...settings.rules, [DERIVED_FRESH]: 'error' } }
}
