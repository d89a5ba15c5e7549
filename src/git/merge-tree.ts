import type { GitOptions } from './git-environment.ts'
import { isObjectId } from './object-id.ts'
import { askGit } from './run-git.ts'

/** What a merge comes to: its tree, and the paths in it that conflict. */
export type MergedTree = { readonly tree: string; readonly conflicted: readonly string[] }

/**
 * Merges a commit, given by full object id, with HEAD into a tree, touching neither the work tree nor the index. Null
 * where git cannot: before 2.38, or when the merge itself fails.
 */
export async function mergeTree(
  cwd: string,
  commit: string,
  options: GitOptions = {},
): Promise<MergedTree | null> {
  if (!isObjectId(commit)) return null
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', 'HEAD', commit]
  const { code, stdout } = await askGit(cwd, args, options)
  if (code !== 0 && code !== 1) return null
  const [tree = '', ...paths] = stdout.toString('utf8').split('\0')
  return isObjectId(tree.trim())
    ? { tree: tree.trim(), conflicted: paths.filter((path) => path !== '') }
    : null
}
