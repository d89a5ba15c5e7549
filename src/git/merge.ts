import { askGit, type GitOptions, gitFailure, isObjectId } from './run-git.ts'

/** The result of a merge: its tree, and the paths in it that conflict. */
type MergedTree = { readonly tree: string; readonly conflicted: readonly string[] }

/** How a merge is tried. */
type MergeOptions = GitOptions & {
  /** The commit that it is merged into, by full object id; HEAD when absent. */
  readonly into?: string
  /** Settings for this merge alone, as `key=value`. */
  readonly settings?: readonly string[]
  /** Throw `UserError` when git fails in another way than not knowing how. */
  readonly strict?: boolean
}

/** The exit code of a git that does not know `--write-tree`: it prints its usage. */
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

/** Three files to merge, and the length of a conflict marker. */
type MergeFiles = Readonly<Record<'base' | 'ours' | 'theirs', string>> & { readonly markSize: number }

/** More conflicts than this are not counted further. */
const MOST_CONFLICTS = 127

/**
 * Git's own text merge of three files, none of them changed. Null for files that git takes for binary. Throws
 * `UserError` when git fails.
 */
export async function mergeFile(
  cwd: string,
  { base, ours, theirs, markSize }: MergeFiles,
  options: GitOptions = {},
): Promise<{ readonly bytes: Buffer; readonly conflicts: number } | null> {
  const names = ['ours', 'base', 'theirs'].flatMap((name) => ['-L', name])
  const args = ['merge-file', '-p', `--marker-size=${markSize}`, ...names, '--', ours, base, theirs]
  const answer = await askGit(cwd, args, options)
  if (answer.code !== null && answer.code <= MOST_CONFLICTS) {
    return { bytes: answer.stdout, conflicts: answer.code }
  }
  if (answer.code === 255 && /^error: Cannot merge binary files/m.test(answer.stderr)) return null
  throw gitFailure(cwd, args, answer)
}
