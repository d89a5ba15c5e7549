import { relative } from 'node:path'
import { safePath } from '../core/messages.ts'
import { realPath } from '../fs/paths.ts'
import { openProject, type Project } from '../snapshot/project.ts'
import { type CheckOptions, type CheckResult, type CheckRun, openSides } from './check-request.ts'
import { completeOptions } from './complete-options.ts'
import type { Earlier } from './context.ts'
import type { JudgedCheck } from './judge.ts'
import { checkSinceLast } from './last-report/last-report.ts'
import type { AskedState } from './last-report/work-tree-state.ts'
import { redactedData } from './redacted.ts'
import { millisecondsSince } from './this-run.ts'

/**
 * Checks the memory of a repository or folder: without options the work tree of the present one. Throws `UserError` when there
 * is nothing to check or the request is wrong.
 */
export async function runCheck(given: Partial<CheckOptions> = {}): Promise<CheckResult> {
  const options = completeOptions(given)
  const started = millisecondsSince(0)
  const project = await openProject(options.cwd)
  const run = { project, options, started }
  const result = await checkSinceLast(run, (asked, since) => judgeRun(run, asked, since))
  const note = wholeNote(project, options.paths)
  return note === null ? result : { ...result, notes: [...result.notes, note] }
}

/** From a folder below the top, people expect that folder to be checked. */
function wholeNote({ root, cwd }: Project, paths: readonly string[]): string | null {
  const inside = relative(realPath(root), realPath(cwd))
  if (paths.length > 0 || inside === '') return null
  return `the whole repository was checked, not ${safePath(inside)} alone: give \`.\` as the path for that`
}

/** Judges what is not known from an earlier run. */
export async function judgeRun(
  run: CheckRun,
  asked?: AskedState,
  since?: Earlier | null,
): Promise<JudgedCheck> {
  const { project, options } = run
  // The rules are loaded while git lists the files.
  const [sides, { judge }] = await Promise.all([
    openSides(project, { ...options, asked }),
    import('./judge.ts'),
  ])
  return redactCheck(await judge({ ...run, sides, since }))
}

/** Passes a check through the gate. What is known from an earlier run has passed it there. */
async function redactCheck(judged: JudgedCheck): Promise<JudgedCheck> {
  const { result, outcome } = judged
  const report = await redactedData(result.report)
  if (report === result.report) return judged
  // What the parts say is not what is reported.
  return { ...judged, result: { ...result, report }, outcome: { ...outcome, besides: null } }
}
