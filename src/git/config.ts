import { splitRecords } from './records.ts'
import { askGit, type GitOptions, gitFailure, runGit } from './run-git.ts'

/** A value of git's settings as git sees it here, from any file; null when it is not set. */
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

/** Removes a value from the repository's own settings. Does nothing when it is not set. */
export async function unsetConfig(top: string, key: string): Promise<void> {
  await runGit(top, ['config', '--local', '--unset-all', key], { okCodes: [0, 5] })
}

/** The directory where git looks for hooks, as git writes it: relative to the work tree's top, or absolute. */
export async function hooksDirectory(top: string): Promise<string> {
  const output = await runGit(top, ['rev-parse', '--git-path', 'hooks'])
  return output.toString('utf8').replace(/\r?\n$/, '')
}

/** A value of `core.hooksPath`, `~` resolved, and the file of settings that has it. */
type HooksPath = { readonly value: string; readonly file: string }

/** Every value of `core.hooksPath` that git finds here, from all of its settings; the last is the one that holds. */
export async function hooksPaths(top: string): Promise<readonly HooksPath[]> {
  const args = ['config', '--null', '--show-origin', '--type=path', '--get-all', 'core.hooksPath']
  const answer = await askGit(top, args)
  if (answer.code === 1) return []
  if (answer.code !== 0) throw gitFailure(top, args, answer)
  const fields = answer.stdout.toString('utf8').split('\0')
  return Array.from({ length: Math.floor(fields.length / 2) }, (_, i) => ({
    file: (fields[2 * i] ?? '').replace(/^file:/, ''),
    value: fields[2 * i + 1] ?? '',
  }))
}

/** The keys by which the settings of this repository include a file, for its present place. */
export function includeKeys(commonDir: string): readonly string[] {
  const pattern = commonDir.replaceAll('\\', '/').replace(/[*?[]/g, '\\$&')
  // The second matches linked work trees: their git directories lie below it.
  return [`includeIf.gitdir:${pattern}.path`, `includeIf.gitdir:${pattern}/.path`]
}

/** The keys by which the repository's settings include a file now, also those for an earlier place of it. */
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

/** Includes a file at the end of the repository's settings, so that its values override the others. */
export async function includeConfig(top: string, key: string, file: string): Promise<void> {
  await runGit(top, ['config', '--local', '--replace-all', key, file, `^${file.replaceAll('.', '\\.')}$`])
}

/** Removes that include. */
export async function excludeConfig(top: string, key: string, file: string): Promise<void> {
  await runGit(top, ['config', '--local', '--unset-all', key, `^${file.replaceAll('.', '\\.')}$`], {
    okCodes: [0, 5],
  })
}

/** Where the repository's remotes are, as git's settings name them. */
export async function remoteUrls(top: string): Promise<readonly string[]> {
  const args = ['config', '--null', '--get-regexp', '^remote\\..*\\.url$']
  const answer = await askGit(top, args)
  if (answer.code === 1) return []
  if (answer.code !== 0) throw gitFailure(top, args, answer)
  const records = answer.stdout.toString('utf8').split('\0').slice(0, -1)
  return records.map((record) => record.slice(record.indexOf('\n') + 1))
}

/**
 * Variables that turn off every content filter which the settings of a repository define: comparing a file with the
 * index would run its program. They add settings to a git child and change nothing on disk.
 */
export async function withoutFilters(top: string, options: GitOptions = {}): Promise<Record<string, string>> {
  const args = ['config', '--includes', '-z', '--name-only', '--get-regexp', '^filter\\..*']
  const { good } = splitRecords(await runGit(top, args, { ...options, okCodes: [0, 1] }))
  const drivers = new Set(good.map((name) => name.slice(0, name.lastIndexOf('.'))))
  const settings = [...drivers].flatMap((driver) => [
    [`${driver}.clean`, ''],
    [`${driver}.smudge`, ''],
    [`${driver}.process`, ''],
    [`${driver}.required`, 'false'],
  ])
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(settings.length)],
    ...settings.flatMap(([key, value], i) => [
      [`GIT_CONFIG_KEY_${i}`, key],
      [`GIT_CONFIG_VALUE_${i}`, value],
    ]),
  ])
}
