import { gitFailure } from './git-failure.ts'
import { askGit, runGit } from './run-git.ts'

/** A value of git's settings as git sees it here, from whichever file; null when it is not set. */
export async function configValue(top: string, key: string): Promise<string | null> {
  const args = ['config', '--null', '--get', key]
  const answer = await askGit(top, args)
  if (answer.code === 1) return null
  if (answer.code !== 0) throw gitFailure(top, args, answer)
  return answer.stdout.toString('utf8').replace(/\0$/, '')
}

/** Sets a value in the repository's own settings, which all work trees share. */
export async function setConfig(top: string, key: string, value: string): Promise<void> {
  await runGit(top, ['config', '--local', '--replace-all', key, value])
}

/** Takes a value out of the repository's own settings; nothing happens when it is not there. */
export async function unsetConfig(top: string, key: string): Promise<void> {
  await runGit(top, ['config', '--local', '--unset-all', key], { okCodes: [0, 5] })
}

/** The directory where git looks for hooks, as git writes it: relative to the work tree's top, or absolute. */
export async function hooksDirectory(top: string): Promise<string> {
  const output = await runGit(top, ['rev-parse', '--git-path', 'hooks'])
  return output.toString('utf8').replace(/\r?\n$/, '')
}
