import type { GitOptions } from './git-environment.ts'
import { gitNonsense } from './git-failure.ts'
import { isObjectId } from './object-id.ts'
import { runGit } from './run-git.ts'

/** The parents of a commit as far as this clone has them, by full object id: a shallow clone ends somewhere. */
export async function nearParents(top: string, oid: string, options: GitOptions = {}): Promise<string[]> {
  const args = ['rev-list', '--parents', '--max-count=1', oid, '--']
  if (!isObjectId(oid)) throw gitNonsense(args, `${oid} is no object id`)
  const said = (await runGit(top, args, options)).toString('utf8').trim()
  const [self, ...parents] = said.split(' ')
  if (self !== oid || !parents.every(isObjectId)) throw gitNonsense(args, said)
  return parents
}
