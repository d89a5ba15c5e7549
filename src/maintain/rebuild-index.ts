import { compareDiagnostics, type Diagnostic } from '../core/diagnostic.ts'
import { DERIVED_FRESH } from '../core/lint.ts'
import { checkMemory } from '../engine/check-memory.ts'
import { commonOptions } from '../engine/complete-options.ts'
import { copyReplaced, type PlannedTexts, planDerivedFiles, plannedTexts } from '../engine/derived-files.ts'
import { readExpected } from '../engine/fixes.ts'
import { assertMemory, openMemory } from '../engine/open-memory.ts'
import { staleParts } from '../engine/parts/outcome.ts'
import { applyWritePlan } from '../fs/write-plan.ts'
import { writingIn } from '../snapshot/project.ts'

/** One run of `memkeep index`. */
export type IndexOptions = {
  readonly cwd: string
  readonly config?: string | undefined
  /** Only report what is stale. */
  readonly check: boolean
  readonly cache: boolean
  readonly today: string
}

/** What a rebuild did, or would do. */
export type IndexResult = {
  readonly written: readonly string[]
  readonly stale: readonly Diagnostic[]
  readonly refused: readonly { readonly path: string; readonly reason: string }[]
  readonly notes: readonly string[]
  readonly plan: PlannedTexts
}

/**
 * Rebuilds every derived file of the work tree. Writes no other file, and does not touch a fresh one. Throws
 * `UserError` where there is no memory.
 */
export async function runIndex(given: Partial<IndexOptions> = {}): Promise<IndexResult> {
  const options = { check: false, ...given, ...commonOptions(given, 'runIndex') }
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
