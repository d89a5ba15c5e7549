import { openProject, type Project } from '../snapshot/project.ts'
import { type CheckOptions, type CheckResult, type Lasting, openSides } from './check-request.ts'
import { completeOptions } from './complete-options.ts'
import {
  type AskedWorkTree,
  askWorkTree,
  isPlain,
  keepReport,
  knownReport,
  type WholeCheck,
} from './last-report/known-report.ts'
import { noteRedacted, redactedData } from './redacted.ts'
import { millisecondsSince } from './this-run.ts'

/**
 * Checks the memory of a repository or folder: without options the work tree of the present one. Throws `UserError` when there
 * is nothing to check or the request is wrong.
 */
export async function runCheck(given: Partial<CheckOptions> = {}): Promise<CheckResult> {
  const options = completeOptions(given)
  const started = millisecondsSince(0)
  const project = await openProject(options.cwd)
  const { repository } = project
  return repository && isPlain(options)
    ? checkWhole({ project: { ...project, repository }, options, started })
    : checkSides(project, options, started)
}

/** A check of everything in a repository: mostly nothing has changed since the last one. */
async function checkWhole(check: WholeCheck): Promise<CheckResult> {
  const { project, options, started } = check
  const asked = await askWorkTree(check)
  const judged = (): Promise<CheckResult> => checkSides(project, options, started, asked)
  if (asked.last) return knownReport(asked.last, check, judged)
  const result = await judged()
  return { ...result, printed: await keepReport(check, asked, result) }
}

async function checkSides(
  project: Project,
  options: CheckOptions,
  started: number,
  asked?: AskedWorkTree,
): Promise<CheckResult> {
  // The rules are loaded while git lists the files.
  const [sides, { judge }] = await Promise.all([
    openSides(project, { ...options, asked }),
    import('./judge.ts'),
  ])
  const since = asked?.since ?? null
  return withRedacted(await judge({ project, sides, options, since, started }))
}

/** Passes a result through the gate. What is known from an earlier run has passed it there. */
async function withRedacted({ judged, ...result }: CheckResult): Promise<CheckResult> {
  if (judged && (await redactedData(judged.diagnostics)) === judged.diagnostics) {
    return { ...result, judged, report: noteRedacted(result.report) }
  }
  const report = await redactedData(result.report)
  if (report === result.report) return result
  // What the parts say is not what is reported.
  const lasting = (): Lasting | null => {
    const kept = result.lasting?.()
    return kept ? { ...kept, besides: null } : null
  }
  return { ...result, report, lasting }
}
