import { gitFailure } from './git-failure.ts'
import { askGit } from './run-git.ts'
import { splitRecords } from './split-records.ts'

const ARGS = ['check-ignore', '-z', '--stdin']

/** Those of some paths that git would ignore if they were added now. Throws `UserError` when git cannot say. */
export async function ignoredPaths(top: string, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return []
  const answer = await askGit(top, ARGS, {
    magic: true,
    input: paths.map((path) => `./${path}\0`).join(''),
  })
  if (answer.code !== 0 && answer.code !== 1) throw gitFailure(top, ARGS, answer)
  return splitRecords(answer.stdout).good.map((path) => path.slice(2))
}
