import { basename, dirname, join, resolve } from 'node:path'
import { safeText, UserError } from '../core/messages.ts'
import { splitRecords } from './records.ts'
import { askGit, type GitOptions, gitFailure, gitNonsense, runGit } from './run-git.ts'

/** Where a repository lies; absolute paths. */
export type Repository = {
  /** The top of the work tree. */
  readonly top: string
  /** Git's directory of this work tree, and the one that all work trees share. */
  readonly gitDir: string
  readonly commonDir: string
}

const ARGS = ['rev-parse', '--show-toplevel', '--absolute-git-dir', '--git-common-dir']

/**
 * Asks git for the repository around a directory; null when there is none. Throws `UserError` for a bare repository,
 * a foreign owner, a broken `.git` file and every other answer.
 */
export async function findRepository(cwd: string, options: GitOptions = {}): Promise<Repository | null> {
  const answer = await askGit(cwd, ARGS, options)
  if (answer.code !== 0) {
    // With a path instead of "(or any of the parent directories)" git found one, and it is broken.
    if (answer.code === 128 && /^fatal: not a git repository \(or any/m.test(answer.stderr)) return null
    throw gitFailure(cwd, ARGS, answer)
  }
  const lines = answer.stdout
    .toString('utf8')
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
  const [top, gitDir, commonDir] = lines
  if (lines.length !== 3 || !top || !gitDir || !commonDir) {
    throw lines.length > 3
      ? new UserError('the path of the repository has a line break in it', 'Move it to another directory.')
      : gitNonsense(ARGS, lines.join(' '))
  }
  return { top, gitDir, commonDir: resolve(cwd, commonDir) }
}

/**
 * The tops of all work trees of a repository, the main one first; those that git calls prunable, or bare, are left out.
 * `top` is one of them, and always among them.
 */
export async function listWorkTrees(top: string): Promise<readonly string[]> {
  const [first, ...linked] = await listed(top)
  const answer = await runGit(top, ['rev-parse', '--show-toplevel', '--git-dir', '--git-common-dir'])
  const [present = top, gitDir, commonDir] = answer.toString('utf8').split(/\r?\n/)
  const isMain = gitDir === commonDir
  const main = isMain ? present : first === undefined ? null : await topAround(first)
  const tops = [main, ...linked, present].filter((one) => one !== null && one !== undefined)
  return [...new Set(tops)]
}

/**
 * The main work tree, which git lists as the directory above its own, or as its own where that is not called `.git`:
 * in a submodule, after `--separate-git-dir` and behind a symlink. Null where git does not know the real one.
 */
async function topAround(path: string): Promise<string | null> {
  const { code, stdout } = await askGit(path, ['rev-parse', '--show-toplevel'])
  return code === 0 ? stdout.toString('utf8').replace(/\r?\n$/, '') : null
}

/** As git lists them; undefined for one that is bare or gone. */
async function listed(top: string): Promise<readonly (string | undefined)[]> {
  const args = ['worktree', 'list', '--porcelain']
  // Before git 2.36 there is no -z.
  const answer = await askGit(top, [...args, '-z'])
  const isOld = answer.code === 129
  const output = isOld
    ? await runGit(top, args)
    : answer.code === 0
      ? answer.stdout
      : await runGit(top, [...args, '-z'])
  const end = isOld ? '\n' : '\0'
  return output
    .toString('utf8')
    .split(end + end)
    .map((record) => record.split(end))
    .filter((lines) => lines[0] !== '')
    .map((lines) =>
      lines.some((line) => line === 'bare' || /^prunable\b/.test(line))
        ? undefined
        : lines.find((line) => line.startsWith('worktree '))?.slice('worktree '.length),
    )
}

/** The files in which git keeps what is staged while a pre-commit hook runs; absolute paths. */
export type HookIndexes = {
  /** What is committed. */
  readonly committed: string
  /** What stays staged afterwards: another file only under `git commit -- path`. */
  readonly remaining: string
}

/** `git commit -- path` commits from a temporary index of this name, and writes the real next one too. */
const THROW_AWAY = /^next-index-\d+\.lock$/
const NAMES = /^(?:index|index\.lock|next-index-\d+\.lock)$/

/**
 * Finds the indexes of a commit from the variable that git sets for its hooks; without it, the repository's own index
 * is both. `realPath` follows symlinks. Throws `UserError` for an index outside git's directory: what is committed
 * from it cannot be known.
 */
export function hookIndexes(
  gitDir: string,
  { cwd, realPath }: { readonly cwd: string; readonly realPath: (path: string) => string },
): HookIndexes {
  const given = process.env.GIT_INDEX_FILE
  const own = join(gitDir, 'index')
  if (given === undefined || given === '') return { committed: own, remaining: own }
  const committed = resolve(cwd, given)
  const name = basename(committed)
  // In a shell that came through a symlink, git's names go through it as well.
  if (realPath(dirname(committed)) !== realPath(gitDir) || !NAMES.test(name)) {
    throw new UserError(
      `GIT_INDEX_FILE is ${safeText(given)}, which is not an index of ${safeText(gitDir)}`,
      'Commit without that variable. `MEMKEEP=0 git commit` skips the check once.',
    )
  }
  return { committed, remaining: THROW_AWAY.test(name) ? join(gitDir, 'index.lock') : committed }
}

/** A value of git's settings as git sees it here, from any file; null when it is not set. */
export async function configValue(
  top: string,
  key: string,
  options: GitOptions = {},
): Promise<string | null> {
  const args = ['config', '--null', '--get', key]
  const answer = await askGit(top, args, options)
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
