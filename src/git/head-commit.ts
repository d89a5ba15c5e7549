import type { GitOptions } from './git-environment.ts'
import { gitFailure } from './git-failure.ts'
import { isObjectId } from './object-id.ts'
import { askGit } from './run-git.ts'

const ARGS = ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']

/** The commit that is checked out, as a full object id; null before the first one. Throws `UserError` when git cannot say. */
export async function headCommit(top: string, options: GitOptions = {}): Promise<string | null> {
  const answer = await askGit(top, ARGS, options)
  const oid = answer.stdout.toString('utf8').trim()
  if (answer.code === 0 && isObjectId(oid)) return oid
  if (answer.code === 1) return null
  throw gitFailure(top, ARGS, answer)
}
