import type { GitOptions } from './git-environment.ts'
import { runGit } from './run-git.ts'
import { splitRecords } from './split-records.ts'

/**
 * Those of some paths that are anything but as HEAD has them, staged and in the work tree alike: edited, staged, deleted,
 * untracked or ignored. A path that is nowhere is not among them.
 */
export async function changedPaths(
  top: string,
  paths: readonly string[],
  options: GitOptions,
): Promise<ReadonlySet<string>> {
  const args = [
    'status',
    '--porcelain=v1',
    '-z',
    '--no-renames',
    '--untracked-files=all',
    '--ignored=matching',
  ]
  const output = await runGit(top, [...args, '--ignore-submodules=all', '--', ...paths], options)
  const { good, odd } = splitRecords(output)
  const seen = [...good, ...odd].map((record) => record.slice(3))
  return new Set(
    paths.filter((path) => seen.some((one) => one === path || (one.endsWith('/') && path.startsWith(one)))),
  )
}
