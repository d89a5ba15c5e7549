import { openProject, type Project } from '../snapshot/project.ts'
import type { CheckOptions, CheckResult } from './check-request.ts'
import {
  type AskedWorkTree,
  askWorkTree,
  isPlain,
  keepReport,
  knownReport,
  type WholeCheck,
} from './known-report.ts'
import { redactedData } from './redacted.ts'
import { openSides } from './sides.ts'
import { millisecondsSince } from './this-run.ts'

/** Checks the memory of a repository or folder. Throws `UserError` when there is nothing to check or the request is wrong. */
export async function runCheck(options: CheckOptions): Promise<CheckResult> {
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
  const result = await judge({ project, sides, options, since, started })
  return { ...result, report: await redactedData(result.report) }
}
