import type { GitOptions } from './git-environment.ts'
import { gitNonsense } from './git-failure.ts'
import { isObjectId } from './object-id.ts'
import { runGit } from './run-git.ts'

/** Every commit that leads to some tips and not to a base, as far as this clone has them; full object ids. */
export async function listCommits(
  top: string,
  { tips, base }: { readonly tips: readonly string[]; readonly base: string },
  options: GitOptions = {},
): Promise<string[]> {
  const args = ['rev-list', ...tips, '--not', base, '--']
  if (![...tips, base].every(isObjectId)) throw gitNonsense(args, 'revisions that are not resolved')
  const oids = (await runGit(top, args, options)).toString('utf8').split('\n').slice(0, -1)
  if (oids.every(isObjectId)) return oids
  throw gitNonsense(args, oids.join(' '))
}
