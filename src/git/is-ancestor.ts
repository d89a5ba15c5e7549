import type { GitOptions } from './git-environment.ts'
import { gitFailure, gitNonsense } from './git-failure.ts'
import { isObjectId } from './object-id.ts'
import { askGit } from './run-git.ts'

/** True when a commit is in the history of another, or the same; both by full object id, and both here. */
export async function isAncestor(
  top: string,
  [older, newer]: readonly [string, string],
  options: GitOptions = {},
): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', older, newer]
  if (!isObjectId(older) || !isObjectId(newer)) throw gitNonsense(args, 'revisions that are not resolved')
  const answer = await askGit(top, args, options)
  if (answer.code === 0) return true
  if (answer.code === 1) return false
  throw gitFailure(top, args, answer)
}
