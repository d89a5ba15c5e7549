import { basename, dirname, join, resolve } from 'node:path'
import { UserError } from '../core/errors.ts'
import { safeText } from '../core/safe-text.ts'

/** The files in which git keeps what is staged while a pre-commit hook runs; absolute paths. */
export type HookIndexes = {
  /** What is committed. */
  readonly committed: string
  /** What stays staged afterwards: another file only under `git commit -- path`. */
  readonly remaining: string
}

/** `git commit -- path` commits from a throw-away index of this name, beside the real next one. */
const THROW_AWAY = /^next-index-\d+\.lock$/
const NAMES = /^(?:index|index\.lock|next-index-\d+\.lock)$/

/**
 * Finds the indexes of a commit from the variable that git sets for its hooks; without it, the repository's own index
 * is both. `realPath` follows links. Throws `UserError` for an index that is not git's own: what is committed from it cannot be known.
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
  // Whoever came through a link gets names from git that go through it as well.
  if (realPath(dirname(committed)) !== realPath(gitDir) || !NAMES.test(name)) {
    throw new UserError(
      `unexpected GIT_INDEX_FILE ${safeText(given)}, expected an index of ${safeText(gitDir)}`,
      'Commit without that variable, or skip the hook with MEMKEEP=0.',
    )
  }
  return { committed, remaining: THROW_AWAY.test(name) ? join(gitDir, 'index.lock') : committed }
}
