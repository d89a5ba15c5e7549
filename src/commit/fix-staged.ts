import type { WritePlan } from '../core/write-plan.ts'
import { runCheck } from '../engine/check.ts'
import { type CheckOptions, type CheckResult, openStagedSides } from '../engine/check-request.ts'
import { fixPlan } from '../engine/fixes.ts'
import { openMemory } from '../engine/open-memory.ts'
import { assertRepository, openProject } from '../snapshot/project.ts'
import { stageTexts } from './restage.ts'

/**
 * `check --fix --staged`: fixes, in what is staged, what the commit would bring, and checks again. A file of the work tree follows
 * where it holds what is staged; other edits of it stay, unstaged. Throws `UserError` as a check does.
 */
export async function fixStaged(options: CheckOptions): Promise<CheckResult> {
  const asked = { ...options, fix: false }
  const found = await runCheck(asked)
  const wanted = new Set(
    found.report.diagnostics
      .filter((one) => one.fixable && one.new)
      .map(({ path, rule }) => `${rule} ${path}`),
  )
  if (wanted.size === 0) return found
  const project = await openProject(options.cwd)
  const repository = assertRepository(project, '--staged')
  const sides = await openStagedSides(project)
  const memory = await openMemory({ ...asked, project, sides, proves: 'history' })
  const plan: WritePlan = await fixPlan(
    { snapshot: sides.after, wanted: ({ path, rule }) => wanted.has(`${rule} ${path}`) },
    memory,
  )
  const notes = await stageTexts({ ...project, repository }, { staged: sides.after, plan })
  const left = await runCheck(asked)
  const [before, after] = [found, left].map(
    ({ report }) => report.diagnostics.filter((one) => one.fixable && one.new).length,
  )
  return {
    ...left,
    report: {
      ...left.report,
      diagnostics: left.report.diagnostics,
      summary: { ...left.report.summary, fixed: Math.max(0, (before ?? 0) - (after ?? 0)) },
    },
    fixedFiles: [...plan.keys()],
    notes: [...left.notes, ...notes],
  }
}
