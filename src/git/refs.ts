import { askGit, type GitOptions, gitFailure, gitNonsense, isObjectId } from './run-git.ts'

/** The branch that is checked out, with commits or without; null when there is none. */
export function currentBranch(top: string): Promise<string | null> {
  return target(top, 'HEAD', 'refs/heads/')
}

/** The default branch of `origin`, as the clone found it; null when it is not known here. */
export function defaultBranch(top: string): Promise<string | null> {
  return target(top, 'refs/remotes/origin/HEAD', 'refs/remotes/origin/')
}

async function target(top: string, name: string, prefix: string): Promise<string | null> {
  const { code, stdout } = await askGit(top, ['symbolic-ref', '--quiet', name])
  const found = stdout.toString('utf8').replace(/\r?\n$/, '')
  return code === 0 && found.startsWith(prefix) ? found.slice(prefix.length) : null
}

const ARGS = ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']

/** The commit that is checked out, as a full object id; null before the first one. Throws `UserError` when git cannot say. */
export async function headCommit(top: string, options: GitOptions = {}): Promise<string | null> {
  const answer = await askGit(top, ARGS, options)
  const oid = answer.stdout.toString('utf8').trim()
  if (answer.code === 0 && isObjectId(oid)) return oid
  if (answer.code === 1) return null
  throw gitFailure(top, ARGS, answer)
}

/** True when this clone has a commit, by full object id. */
export async function hasCommit(top: string, oid: string, options: GitOptions = {}): Promise<boolean> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${oid}^{commit}`]
  if (!isObjectId(oid)) throw gitNonsense(args, `${oid} is no object id`)
  const answer = await askGit(top, args, options)
  if (answer.code === 0) return true
  // For an unknown id git either prints nothing, or says that it cannot be peeled.
  if (answer.code === 1 || /Needed a single revision|bad object|unknown revision/.test(answer.stderr))
    return false
  throw gitFailure(top, args, answer)
}

/**
 * True before the first commit: then the branch has no value at all. A broken one has a value that leads to no
 * commit.
 */
export async function isUnborn(top: string, options: GitOptions): Promise<boolean> {
  const head = await askGit(top, ['rev-parse', '--verify', '--quiet', 'HEAD'], options)
  const branch = await askGit(top, ['symbolic-ref', '--quiet', 'HEAD'], options)
  return head.code === 1 && branch.code === 0
}
