import { gitFailure } from './git-failure.ts'
import { askGit } from './run-git.ts'

/** Where the repository's remotes are, as git's settings name them. */
export async function remoteUrls(top: string): Promise<readonly string[]> {
  const args = ['config', '--null', '--get-regexp', '^remote\\..*\\.url$']
  const answer = await askGit(top, args)
  if (answer.code === 1) return []
  if (answer.code !== 0) throw gitFailure(top, args, answer)
  const records = answer.stdout.toString('utf8').split('\0').slice(0, -1)
  return records.map((record) => record.slice(record.indexOf('\n') + 1))
}
