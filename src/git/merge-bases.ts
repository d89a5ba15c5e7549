import { UserError } from '../core/errors.ts'
import type { GitOptions } from './git-environment.ts'
import { gitNonsense } from './git-failure.ts'
import { isObjectId } from './object-id.ts'
import { runGit } from './run-git.ts'
import { FETCH_HINT, isShallow } from './shallow.ts'

/**
 * All best common ancestors of two commits, by full object id: several after a criss-cross, none for unrelated
 * histories. Throws `UserError` where a shallow clone cannot tell.
 */
export async function mergeBases(
  top: string,
  [a, b]: readonly [string, string],
  options: GitOptions = {},
): Promise<string[]> {
  const args = ['merge-base', '--all', a, b]
  if (!isObjectId(a) || !isObjectId(b)) throw gitNonsense(args, 'revisions that are not resolved')
  const answer = await runGit(top, args, { ...options, okCodes: [0, 1] })
  const bases = answer
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
  if (!bases.every(isObjectId)) throw gitNonsense(args, bases.join(' '))
  if (bases.length === 0 && (await isShallow(top, options))) {
    throw new UserError(`${a.slice(0, 12)} and ${b.slice(0, 12)} have no common history here`, FETCH_HINT)
  }
  return bases
}
