import type { Diagnostic } from '../core/diagnostic.ts'
import { changeRuleIds } from '../core/layout.ts'
import { DERIVED_FRESH } from '../core/lint.ts'
import { ALWAYS_ON_RULES } from '../core/rule.ts'
import { once } from '../core/text.ts'
import { type CheckResult, countsOf, type RunOptions } from '../engine/check-request.ts'
import { judge } from '../engine/judge.ts'
import { millisecondsSince } from '../engine/this-run.ts'
import { commitParents } from '../git/history.ts'
import { layouts } from '../layouts/index.ts'
import { rules } from '../rules/index.ts'
import { openCommit, openMergeSides } from '../snapshot/open-snapshot.ts'
import { assertRepository, openProject } from '../snapshot/project.ts'

/** One run of `memkeep verify-merge`. */
export type VerifyOptions = RunOptions & {
  /** The commit to look at. */
  readonly revision: string
}

/** The number of the commit's parents, and what the merge itself did; `check` is null where no merge was checked. */
export type VerifyResult = { readonly parents: number; readonly check: CheckResult | null }

/** Rules that only compare commits. */
const changeRules = once(() => changeRuleIds({ rules, layouts }))

/**
 * Compares a merge commit with all of its parents. Reports what it lost, fused, doubled or changed, other errors that no
 * parent has, and stale derived files. Throws `UserError` for an unknown revision and for a history that is too
 * shallow.
 */
export async function verifyMergeCommit({ revision, ...options }: VerifyOptions): Promise<VerifyResult> {
  const started = millisecondsSince(0)
  const project = await openProject(options.cwd)
  const { top } = assertRepository(project, 'verify-merge')
  const { resolveRevision } = await import('../git/porcelain.ts')
  const oid = await resolveRevision(top, revision)
  const parents = await commitParents(top, oid)
  const [first] = parents
  if (first === undefined || parents.length === 1) return { parents: parents.length, check: null }
  const [after, before, merge] = await Promise.all([
    openCommit(top, oid),
    openCommit(top, first),
    openMergeSides(top, parents),
  ])
  const sides = { after, before, merge }
  const source = { kind: 'revision', revision: oid } as const
  const { result } = await judge({
    project,
    sides,
    options: { ...options, source, paths: [], fix: false, ignoreSuppressions: true },
    started,
  })
  return { parents: parents.length, check: onlyMerge(result) }
}

function onlyMerge({ report, ...result }: CheckResult): CheckResult {
  const diagnostics = report.diagnostics.filter(isOfMerge)
  const summary = { ...report.summary, ...countsOf(diagnostics) }
  return { ...result, report: { ...report, diagnostics, summary }, fixable: 0 }
}

function isOfMerge({ rule, severity, new: isNew }: Diagnostic): boolean {
  if (changeRules().has(rule) || rule === DERIVED_FRESH || ALWAYS_ON_RULES.includes(rule)) return true
  return isNew && severity === 'error'
}
