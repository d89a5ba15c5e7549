import { relative } from 'node:path'
import { shellWord } from '../core/safe-text.ts'
import { ignoredPaths } from '../git/path-status.ts'
import { runGit } from '../git/run-git.ts'

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
