import type { GitOptions } from './git-environment.ts'
import { runGit } from './run-git.ts'
import { splitRecords } from './split-records.ts'

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
