import { runGit } from './run-git.ts'

/** What git's attributes say for paths, which need not exist: the value of one attribute, `unspecified` for none. */
export async function attributeValues(
  top: string,
  attribute: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const input = paths.map((path) => `${path}\0`).join('')
  const output = await runGit(top, ['check-attr', '-z', '--stdin', attribute], { input })
  const parts = output.toString('utf8').split('\0')
  return new Map(paths.map((path, i) => [path, parts[3 * i + 2] ?? 'unspecified']))
}
