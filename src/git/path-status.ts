import { relative } from 'node:path'
import { shellWord } from '../core/messages.ts'
import { pathSpec } from '../core/places.ts'
import { splitRecords } from './records.ts'
import { askGit, type GitAnswer, type GitOptions, gitFailure, runGit } from './run-git.ts'

/**
 * Those of some paths that differ from HEAD, staged or in the work tree: edited, staged, deleted, untracked or
 * ignored. A path that does not exist is not among them.
 */
export async function changedPaths(
  top: string,
  paths: readonly string[],
  options: GitOptions,
): Promise<ReadonlySet<string>> {
  const args = [
    'status',
    '--porcelain=v1',
    '-z',
    '--no-renames',
    '--untracked-files=all',
    '--ignored=matching',
  ]
  const output = await runGit(top, [...args, '--ignore-submodules=all', '--', ...paths.map(pathSpec)], {
    ...options,
    magic: true,
    env: { ...options.env, GIT_LITERAL_PATHSPECS: '0' },
  })
  const { good, odd } = splitRecords(output)
  const seen = [...good, ...odd].map((record) => record.slice(3))
  return new Set(
    paths.filter((path) => seen.some((one) => one === path || (one.endsWith('/') && path.startsWith(one)))),
  )
}

/** Those of some paths whose files in the work tree differ from what is staged. */
export async function unstagedPaths(top: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set()
  const args = ['diff', '--name-only', '-z', '--no-ext-diff', '--ignore-submodules=all', '--', ...paths]
  return new Set(splitRecords(await runGit(top, args)).good)
}

/** True when something at or below some paths differs from HEAD: edited, staged, deleted or untracked. */
export async function isDirty(
  top: string,
  paths: readonly string[],
  options: GitOptions = {},
): Promise<boolean> {
  const args = ['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=all']
  const output = await runGit(top, [...args, '--ignore-submodules=all', '--', ...paths], options)
  return output.length > 0
}

const ARGS = ['check-ignore', '-z', '--stdin']

/** Those of some paths that git would ignore if they were added now. Throws `UserError` when git cannot say. */
export async function ignoredPaths(top: string, paths: readonly string[]): Promise<readonly string[]> {
  return paths.length === 0 ? [] : ignoredIn(top, await askIgnored(top, paths))
}

/**
 * Those that git cannot keep: it ignores them, or they lie behind a symlink or in a submodule. For one of the latter it gives no answer
 * about all the others.
 */
export async function unkeptPaths(top: string, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return []
  const answer = await askIgnored(top, paths)
  if (!OUTSIDE.test(answer.stderr)) return ignoredIn(top, answer)
  if (paths.length === 1) return paths
  const half = Math.ceil(paths.length / 2)
  const [first, second] = [paths.slice(0, half), paths.slice(half)]
  return [...(await unkeptPaths(top, first)), ...(await unkeptPaths(top, second))]
}

const OUTSIDE = /\b(?:beyond a symbolic link|in submodule)\b/

function askIgnored(top: string, paths: readonly string[]): Promise<GitAnswer> {
  return askGit(top, ARGS, { magic: true, input: paths.map((path) => `./${path}\0`).join('') })
}

function ignoredIn(top: string, answer: GitAnswer): readonly string[] {
  if (answer.code !== 0 && answer.code !== 1) throw gitFailure(top, ARGS, answer)
  return splitRecords(answer.stdout).good.map((path) => path.slice(2))
}

/** Those of some paths that an index marks as left out of the work tree, as a sparse checkout does. */
export async function skippedPaths(
  top: string,
  paths: readonly string[],
  options: GitOptions = {},
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set()
  const { good } = splitRecords(await runGit(top, ['ls-files', '-v', '-z', '--', ...paths], options))
  return new Set(good.filter((record) => /^[Ss] /.test(record)).map((record) => record.slice(2)))
}

/** The value of one attribute for paths, which need not exist; `unspecified` for none. */
export async function readAttribute(
  top: string,
  attribute: string,
  paths: readonly string[],
  options: GitOptions = {},
): Promise<ReadonlyMap<string, string>> {
  const input = paths.map((path) => `${path}\0`).join('')
  const output = await runGit(top, ['check-attr', '-z', '--stdin', attribute], { ...options, input })
  const parts = output.toString('utf8').split('\0')
  return new Map(paths.map((path, i) => [path, parts[3 * i + 2] ?? 'unspecified']))
}

/** A changed file by where its path begins; null for one that goes. */
type Change = { readonly base: string; readonly path: string; readonly text: string | null }

/** Where files were written, and where the shell is that is to stage them. */
export type Staging = { readonly top: string; readonly from: string }

/**
 * The command that stages changed files of the work tree, whether they are written already or not; null when there is
 * nothing to stage: what git ignores, or never knew, is left out.
 */
export async function stageCommand(
  changes: readonly Change[],
  { top, from }: Staging,
): Promise<string | null> {
  const own = changes.filter(({ base }) => base === 'root')
  if (own.length === 0) return null
  const [tracked, ignored] = await Promise.all([knownPaths(top, own), ignoredAmong(top, own)])
  const paths = own
    .filter(({ path, text }) => tracked.has(path) || (text !== null && !ignored.has(path)))
    .map(({ path }) => path)
  if (paths.length === 0) return null
  const below = relative(from, top).replaceAll('\\', '/')
  const git = [
    'git',
    ...(below === '' ? [] : ['-C', shellWord(below)]),
    ...(paths.some((path) => /[*?[\\]|^:/.test(path)) ? ['--literal-pathspecs'] : []),
    'add',
    ...(paths.some((path) => path.startsWith('-')) ? ['--'] : []),
  ]
  return [...git, ...paths.map(shellWord)].join(' ')
}

async function knownPaths(top: string, changes: readonly Change[]): Promise<ReadonlySet<string>> {
  const paths = changes.map(({ path }) => path)
  const args = ['--literal-pathspecs', 'ls-files', '-z', '--cached', '--', ...paths]
  const output = await runGit(top, args)
  return new Set(output.toString('utf8').split('\0').slice(0, -1))
}

/** Git refuses paths behind a symlink: then none counts as ignored, and `git add` reports the problem. */
async function ignoredAmong(top: string, changes: readonly Change[]): Promise<ReadonlySet<string>> {
  try {
    return new Set(
      await ignoredPaths(
        top,
        changes.map(({ path }) => path),
      ),
    )
  } catch {
    return new Set()
  }
}
