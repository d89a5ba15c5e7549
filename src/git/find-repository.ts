import { resolve } from 'node:path'
import { UserError } from '../core/errors.ts'
import type { GitOptions } from './git-environment.ts'
import { gitFailure, gitNonsense } from './git-failure.ts'
import { askGit } from './run-git.ts'

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
 * a foreign owner, a broken `.git` file and everything else that is no answer.
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
