import { compareDiagnostics, type Diagnostic } from '../core/diagnostic.ts'
import { DERIVED_FRESH } from '../core/lint.ts'
import { checkSnapshot } from '../engine/check-snapshot.ts'
import { derivedPlan } from '../engine/derived-plan.ts'
import { bytesBefore } from '../engine/fix-plan.ts'
import { keepReplaced } from '../engine/keep-aside.ts'
import { withLayoutsOn } from '../engine/layouts-on.ts'
import { needMemory } from '../engine/need-memory.ts'
import { openLoad } from '../engine/open-load.ts'
import { type PlannedTexts, plannedTexts } from '../engine/planned-texts.ts'
import { seeIgnored } from '../engine/see-ignored.ts'
import { staleParts } from '../engine/stale-parts.ts'
import { applyWritePlan } from '../fs/write-plan.ts'
import { needSeen } from '../snapshot/need-seen.ts'
import { openWorkTree } from '../snapshot/open-snapshot.ts'
import { openProject, writingIn } from '../snapshot/project.ts'

/** One run of `memkeep index`. */
export type IndexOptions = {
  readonly cwd: string
  readonly config?: string | undefined
  /** Only say what is stale. */
  readonly check: boolean
  readonly cache: boolean
  /** Threads that read documents at a time. */
  readonly jobs?: number | undefined
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
 * Rebuilds every derived file of the work tree. Nothing else is written, and a fresh file is not touched. Throws
 * `UserError` where there is no memory.
 */
export async function runIndex(options: IndexOptions): Promise<IndexResult> {
  const project = await openProject(options.cwd)
  const tree = await openWorkTree(project)
  const known = await openLoad(project, {
    ...options,
    root: project.root,
    snapshot: tree,
    skip: [],
    keepsFacts: false,
  })
  const { layouts, settings } = known
  const after = seeIgnored(tree, { root: project.root, layouts, settings })
  needSeen(after, layouts, settings)
  const sides = { after, before: null, merge: null, today: options.today }
  const load = await withLayoutsOn(known, sides)
  const { focus, ...seen } = await staleParts(sides, load, options.cache ? project : null)
  needMemory({ label: after.label, settings, ...seen })
  const checked = await checkSnapshot(sides, { ...load, focus, settings: always(settings) })
  await load.facts.save()
  const plan = await derivedPlan({ snapshot: after, memories: checked.memories }, load)
  const before = await bytesBefore(after, plan)
  const stale = checked.diagnostics.filter(({ rule }) => rule === DERIVED_FRESH).sort(compareDiagnostics)
  const texts = plannedTexts(plan, before)
  if (options.check) return { written: [], stale, refused: [], notes: [], plan: texts }
  const notes = await keepReplaced(project, after, { memories: checked.memories, plan })
  return { ...applyWritePlan(project.root, plan, before, writingIn(project)), stale, notes, plan: texts }
}

/** Turning the rule off silences a check; whoever asks for a rebuild still wants to know what was stale. */
function always<T extends { readonly rules: object }>(settings: T): T {
  return { ...settings, rules: { ...settings.rules, [DERIVED_FRESH]: 'error' } }
}
