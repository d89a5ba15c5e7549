import type { GitOptions } from './git-environment.ts'
import { isObjectId } from './object-id.ts'
import { askGit } from './run-git.ts'

/** The blob ids of one path in several commits, in their order. Null where one of them does not have it. */
export async function blobIds(
  cwd: string,
  commits: readonly string[],
  { path, ...options }: GitOptions & { readonly path: string },
): Promise<string[] | null> {
  // Each argument begins with a commit, so none of them can be an option.
  const answer = await askGit(cwd, ['rev-parse', ...commits.map((commit) => `${commit}:${path}`)], options)
  const ids = answer.stdout.toString('utf8').trim().split('\n')
  return answer.code === 0 && ids.length === commits.length && ids.every(isObjectId) ? ids : null
}
