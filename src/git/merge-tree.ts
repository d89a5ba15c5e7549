import type { GitOptions } from './git-environment.ts'
import { gitFailure } from './git-failure.ts'
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
  /** Throw `UserError` when git fails in another way than not knowing how. */
  readonly strict?: boolean
}

/** A git that does not know `--write-tree` tells of its usage. */
const USAGE = 129

/**
 * Merges a commit, given by full object id, with another into a tree, touching neither the work tree nor the index. Null
 * where git cannot: before 2.38, or when the merge itself fails.
 */
export async function mergeTree(
  cwd: string,
  commit: string,
  { into = 'HEAD', settings = [], strict = false, ...options }: MergeOptions = {},
): Promise<MergedTree | null> {
  if (!isObjectId(commit)) return null
  const set = settings.flatMap((setting) => ['-c', setting])
  const args = [...set, 'merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', into, commit]
  const answer = await askGit(cwd, args, options)
  const [tree = '', ...paths] = answer.stdout.toString('utf8').split('\0')
  const isMerged = (answer.code === 0 || answer.code === 1) && isObjectId(tree.trim())
  if (isMerged) return { tree: tree.trim(), conflicted: paths.filter((path) => path !== '') }
  if (strict && answer.code !== USAGE) throw gitFailure(cwd, ['merge-tree'], answer)
  return null
}
