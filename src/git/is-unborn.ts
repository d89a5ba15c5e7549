import type { GitOptions } from './git-environment.ts'
import { askGit } from './run-git.ts'

/** True before the first commit: a branch without one has no value at all, a broken one a value that leads nowhere. */
export async function isUnborn(top: string, options: GitOptions): Promise<boolean> {
  const head = await askGit(top, ['rev-parse', '--verify', '--quiet', 'HEAD'], options)
  const branch = await askGit(top, ['symbolic-ref', '--quiet', 'HEAD'], options)
  return head.code === 1 && branch.code === 0
}
