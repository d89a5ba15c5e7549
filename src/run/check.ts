import type { CheckOptions, CheckResult } from './check-request.ts'
import { openProject } from './project.ts'
import { openSides } from './sides.ts'

/** Checks the memory of a repository or folder. Throws `UserError` when there is nothing to check or the request is wrong. */
export async function runCheck(options: CheckOptions): Promise<CheckResult> {
  const started = performance.now()
  const project = await openProject(options.cwd)
  // The rules are loaded while git lists the files.
  const [sides, { judge }] = await Promise.all([openSides(project, options), import('./judge.ts')])
  return judge({ project, sides, options, started })
}
