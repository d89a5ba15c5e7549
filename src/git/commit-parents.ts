import { UserError } from '../core/errors.ts'
import type { GitOptions } from './git-environment.ts'
import { gitNonsense } from './git-failure.ts'
import { isObjectId } from './object-id.ts'
import { askGit, runGit } from './run-git.ts'
import { FETCH_HINT, isShallow } from './shallow.ts'

/**
 * The parents that a commit itself names, by full object id: git's listings leave out what a shallow clone does not have.
 * Throws `UserError` when one of several is not here.
 */
export async function commitParents(top: string, oid: string, options: GitOptions = {}): Promise<string[]> {
  const args = ['cat-file', 'commit', oid]
  if (!isObjectId(oid)) throw gitNonsense(args, `${oid} is no object id`)
  const [head = ''] = (await runGit(top, args, options)).toString('utf8').split('\n\n', 1)
  const parents = head.split('\n').flatMap((line) => (line.startsWith('parent ') ? [line.slice(7)] : []))
  if (!parents.every(isObjectId)) throw gitNonsense(args, parents.join(' '))
  if (parents.length > 1) for (const parent of parents) await needCommit(top, { oid, parent }, options)
  return parents
}

async function needCommit(
  top: string,
  { oid, parent }: { oid: string; parent: string },
  options: GitOptions,
): Promise<void> {
  const { code } = await askGit(top, ['cat-file', '-e', `${parent}^{commit}`], options)
  if (code === 0) return
  throw new UserError(
    `parent ${parent.slice(0, 12)} of ${oid.slice(0, 12)} is not in this repository`,
    (await isShallow(top, options)) ? FETCH_HINT : 'Run `git fsck`.',
  )
}
