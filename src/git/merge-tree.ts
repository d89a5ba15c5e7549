import type { GitOptions } from './git-environment.ts'
import { isObjectId } from './object-id.ts'
import { askGit } from './run-git.ts'

/** What a merge comes to: its tree, and the paths in it that conflict. */
export type MergedTree = { readonly tree: string; readonly conflicted: readonly string[] }

/** How a merge is tried. */
type MergeOptions = GitOptions & {
  /** The commit that it is merged into, by full object id; HEAD when absent. */
  readonly into?: string
  /** Settings for this merge alone, as `key=value`. */
  readonly settings?: readonly string[]
}

/**
 * Merges a commit, given by full object id, with another into a tree, touching neither the work tree nor the index. Null
 * where git cannot: before 2.38, or when the merge itself fails.
 */
export async function mergeTree(
  cwd: string,
  commit: string,
  { into = 'HEAD', settings = [], ...options }: MergeOptions = {},
): Promise<MergedTree | null> {
  if (!isObjectId(commit)) return null
  const set = settings.flatMap((setting) => ['-c', setting])
  const args = [...set, 'merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', into, commit]
  const { code, stdout } = await askGit(cwd, args, options)
  if (code !== 0 && code !== 1) return null
  const [tree = '', ...paths] = stdout.toString('utf8').split('\0')
  return isObjectId(tree.trim())
    ? { tree: tree.trim(), conflicted: paths.filter((path) => path !== '') }
    : null
}
