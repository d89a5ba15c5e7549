import type { GitOptions } from './git-environment.ts'
import { gitFailure } from './git-failure.ts'
import { askGit } from './run-git.ts'

/** Three files to merge, and how many signs make a conflict's mark. */
export type MergeFiles = Readonly<Record<'base' | 'ours' | 'theirs', string>> & { readonly markSize: number }

/** More conflicts than this are not counted further. */
const MOST_CONFLICTS = 127

/**
 * Git's own text merge of three files; none of them is changed. Null for files that git takes for binary. Throws
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
