import type { GitOptions } from './git-environment.ts'
import { gitFailure, gitNonsense } from './git-failure.ts'
import { isObjectId } from './object-id.ts'
import { askGit } from './run-git.ts'

/** True when this clone has a commit, by full object id. */
export async function hasCommit(top: string, oid: string, options: GitOptions = {}): Promise<boolean> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${oid}^{commit}`]
  if (!isObjectId(oid)) throw gitNonsense(args, `${oid} is no object id`)
  const answer = await askGit(top, args, options)
  if (answer.code === 0) return true
  // An id that nothing has is told of in two ways: in silence, or as one that cannot be peeled.
  if (answer.code === 1 || /Needed a single revision|bad object|unknown revision/.test(answer.stderr))
    return false
  throw gitFailure(top, args, answer)
}
