import { gitFailure } from './git-failure.ts'
import { askGit, runGit } from './run-git.ts'

/** The keys by which the settings of this repository include a file, while the repository lies where it lies. */
export function includeKeys(commonDir: string): readonly string[] {
  const pattern = commonDir.replaceAll('\\', '/').replace(/[*?[]/g, '\\$&')
  // The second is for linked work trees, which have directories of their own in it.
  return [`includeIf.gitdir:${pattern}.path`, `includeIf.gitdir:${pattern}/.path`]
}

/** The keys by which the repository's settings include a file now, also those of another place. */
export async function includingKeys(top: string, file: string): Promise<readonly string[]> {
  const pattern = `^${file.replaceAll('.', '\\.')}$`
  const args = [
    'config',
    '--local',
    '--null',
    '--name-only',
    '--get-regexp',
    '^includeif\\.gitdir:.*\\.path$',
    pattern,
  ]
  const answer = await askGit(top, args)
  if (answer.code !== 0 && answer.code !== 1) throw gitFailure(top, args, answer)
  return answer.stdout
    .toString('utf8')
    .split('\0')
    .slice(0, -1)
    .map((key) => key.replace(/^includeif/, 'includeIf'))
}

/** Includes a file at the end of the repository's settings, so that it has the last word. */
export async function includeConfig(top: string, key: string, file: string): Promise<void> {
  await runGit(top, ['config', '--local', '--replace-all', key, file, `^${file.replaceAll('.', '\\.')}$`])
}

/** Includes it no longer. */
export async function excludeConfig(top: string, key: string, file: string): Promise<void> {
  await runGit(top, ['config', '--local', '--unset-all', key, `^${file.replaceAll('.', '\\.')}$`], {
    okCodes: [0, 5],
  })
}
