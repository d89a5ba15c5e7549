import type { UserError } from '../core/errors.ts'
import { runGit } from '../git/run-git.ts'
import type { HookRequest, HookResult } from './hook-request.ts'
import { type HookProject, openHookProject } from './open-hook-project.ts'
import { rebuildUnedited } from './rebuild-unedited.ts'
import { isUnfinished } from './unfinished.ts'

/** After a merge or a pull: what is derived follows the merged memory. A squash is committed later, and checked then. */
export function postMerge(request: HookRequest): Promise<HookResult> {
  return settle(
    request,
    ({ repository }) => request.args[0] !== '1' && !isUnfinished(repository.gitDir, 'merge'),
  )
}

/** After a branch was checked out. Files that were checked out, and a HEAD on no branch, are somebody's to look at. */
export function postCheckout(request: HookRequest): Promise<HookResult> {
  return settle(
    request,
    async ({ root, repository }) =>
      request.args[2] === '1' && !isUnfinished(repository.gitDir, null) && (await isOnBranch(root)),
  )
}

/** After `git commit --amend` or a rebase has replaced commits. */
export function postRewrite(request: HookRequest): Promise<HookResult> {
  const done = request.args[0] === 'rebase' ? 'rebase' : null
  return settle(request, ({ repository }) => !isUnfinished(repository.gitDir, done))
}

async function isOnBranch(top: string): Promise<boolean> {
  const branch = await runGit(top, ['symbolic-ref', '--quiet', 'HEAD'], { hook: true, okCodes: [0, 1] })
  return branch.length > 0
}

/** Git is done already: what is wrong is said, and stops nothing. */
async function settle(
  request: HookRequest,
  isTime: (project: HookProject) => boolean | Promise<boolean>,
): Promise<HookResult> {
  try {
    const project = await openHookProject(request.cwd)
    const notes = (await isTime(project)) ? await rebuildUnedited(project, request) : []
    return { refused: false, check: null, notes }
  } catch (error) {
    if (!isUserError(error)) throw error
    const notes = [`no derived file was looked at: ${error.message}`, ...(error.hint ? [error.hint] : [])]
    return { refused: false, check: null, notes }
  }
}

/** By name: a file that is bundled apart and loaded later has a class of its own. */
function isUserError(error: unknown): error is UserError {
  return error instanceof Error && error.name === 'UserError'
}
