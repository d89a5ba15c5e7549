import type { CommitDate } from '../core/migration.ts'
import { askGit } from './run-git.ts'

/** So many commits are listed. */
const MOST = 2000

/** The commits that lead to HEAD and changed one of some files, the newest first; none where git cannot say. */
export async function commitsOf(top: string, paths: readonly string[]): Promise<readonly CommitDate[]> {
  const args = [
    'log',
    `-${MOST}`,
    '--no-show-signature',
    '--no-color',
    '--format=%H %cs',
    'HEAD',
    '--',
    ...paths,
  ]
  const { code, stdout } = await askGit(top, args)
  if (code !== 0) return []
  return [...stdout.toString('utf8').matchAll(/^([0-9a-f]{40,64}) (\d{4}-\d\d-\d\d)$/gm)].map(
    ([, commit = '', date = '']) => ({ commit, date }),
  )
}
