import type { GitOptions } from './git-environment.ts'
import { runGit } from './run-git.ts'

/** True when something at or below some paths is not as HEAD has it: edited, staged, deleted or untracked. */
export async function isDirty(
  top: string,
  paths: readonly string[],
  options: GitOptions = {},
): Promise<boolean> {
  const args = ['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=all']
  const output = await runGit(top, [...args, '--ignore-submodules=all', '--', ...paths], options)
  return output.length > 0
}
