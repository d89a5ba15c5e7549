import type { CheckOptions, CheckResult } from './check-request.ts'
import { askRepository } from './open-snapshot.ts'
import { openProject, type Project } from './project.ts'
import { isPlain, keyOf, remember, sameAsBefore } from './same-as-before.ts'
import { openSides } from './sides.ts'

/** Checks the memory of a repository or folder. Throws `UserError` when there is nothing to check or the request is wrong. */
export async function runCheck(options: CheckOptions): Promise<CheckResult> {
  const started = performance.now()
  const project = await openProject(options.cwd)
  const { repository } = project
  return repository && isPlain(options)
    ? checkWhole({ ...project, repository }, options, started)
    : checkSides(project, options, { started })
}

/** A check of everything in a repository: mostly nothing has changed since the last one. */
async function checkWhole(
  project: Project & { readonly repository: NonNullable<Project['repository']> },
  options: CheckOptions,
  started: number,
): Promise<CheckResult> {
  const listed = await askRepository(project.repository)
  const judged = (): Promise<CheckResult> => checkSides(project, options, { started, listed })
  const check = { project, listed, started, key: keyOf(options, listed) }
  const known = sameAsBefore(check, judged)
  if (known) return known
  const result = await judged()
  remember(check, result)
  return result
}

type Begun = Pick<Parameters<typeof openSides>[1], 'listed'> & { readonly started: number }

async function checkSides(
  project: Project,
  options: CheckOptions,
  { started, listed = null }: Begun,
): Promise<CheckResult> {
  // The rules are loaded while git lists the files.
  const [sides, { judge }] = await Promise.all([
    openSides(project, { ...options, listed }),
    import('./judge.ts'),
  ])
  return judge({ project, sides, options, started })
}
