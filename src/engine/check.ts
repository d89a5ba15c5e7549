import { openProject, type Project } from '../snapshot/project.ts'
import type { CheckOptions, CheckResult } from './check-request.ts'
import { listAgain } from './list-again.ts'
import { redactedData } from './redacted.ts'
import { millisecondsSince } from './run-clock.ts'
import {
  type Before,
  isPlain,
  isSame,
  mayMend,
  remember,
  rememberMark,
  sameAsBefore,
  type WholeCheck,
} from './same-as-before.ts'
import { openSides } from './sides.ts'
import { sinceLastTime } from './since-last-time.ts'

/** Checks the memory of a repository or folder. Throws `UserError` when there is nothing to check or the request is wrong. */
export async function runCheck(options: CheckOptions): Promise<CheckResult> {
  const started = millisecondsSince(0)
  const project = await openProject(options.cwd)
  const { repository } = project
  const result = await (repository && isPlain(options)
    ? checkWhole({ project: { ...project, repository }, options, started })
    : checkSides(project, options, { started }))
  return { ...result, report: await redactedData(result.report) }
}

/** A check of everything in a repository: mostly nothing has changed since the last one. */
async function checkWhole(check: WholeCheck): Promise<CheckResult> {
  const { project, options, started } = check
  const { listed, before, mark } = await listAgain(check)
  // What is mended is no longer what was listed.
  const last = options.fix ? null : before
  const judged = (): Promise<CheckResult> => checkSides(project, options, { started, listed, before: last })
  const isKnown = before !== null && isSame(before, listed) && !(options.fix && mayMend(before))
  if (isKnown) {
    rememberMark(check, before, mark)
    return sameAsBefore(before, check, { listed, judged })
  }
  const result = await judged()
  if (!options.fix) remember(check, { listed, mark }, result)
  return result
}

type Begun = Pick<Parameters<typeof openSides>[1], 'listed'> & {
  readonly started: number
  readonly before?: Before | null
}

async function checkSides(
  project: Project,
  options: CheckOptions,
  { started, listed = null, before = null }: Begun,
): Promise<CheckResult> {
  // The rules are loaded while git lists the files.
  const [sides, { judge }] = await Promise.all([
    openSides(project, { ...options, listed }),
    import('./judge.ts'),
  ])
  const since = before && listed && sinceLastTime(before, listed, sides.after)
  return judge({ project, sides, options, since, started })
}
