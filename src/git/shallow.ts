import type { GitOptions } from './git-environment.ts'
import { runGit } from './run-git.ts'

/** What to do where the history ends too early. */
export const FETCH_HINT =
  'This clone is shallow: fetch the whole history (in GitHub Actions, `fetch-depth: 0`).'

/** True for a clone that does not have the whole history. */
export async function isShallow(top: string, options: GitOptions = {}): Promise<boolean> {
  const answer = await runGit(top, ['rev-parse', '--is-shallow-repository'], options)
  return answer.toString('utf8').trim() === 'true'
}
