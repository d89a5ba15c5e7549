import { relative, resolve } from 'node:path'
import { UserError } from '../core/errors.ts'
import { gitDirectoryOnDisk } from '../fs/git-directory.ts'
import { isDirectory } from '../fs/stat.ts'
import { scratchFolder } from '../fs/sweep.ts'
import { findRepository, type Repository } from '../git/repository.ts'

/** The directory tree that a command works on. */
export type Project = {
  /** The repository's top level; without git the directory itself. */
  readonly root: string
  readonly cwd: string
  /** Null for a plain folder. */
  readonly repository: { readonly top: string; readonly gitDir: string; readonly commonDir: string } | null
}

/** Finds what to work on from a directory inside it. */
export async function openProject(cwd: string): Promise<Project> {
  if (!isDirectory(cwd)) throw new UserError(`there is no directory ${cwd}`, 'Check the path.')
  const repository = await locateRepository(cwd)
  return { root: repository?.top ?? resolve(cwd), cwd: resolve(cwd), repository }
}

/** The repository of a project; throws `UserError` where there is none. */
export function assertRepository(
  { repository, cwd }: Project,
  what: string,
): NonNullable<Project['repository']> {
  if (repository) return repository
  throw new UserError(
    `${what} needs a git repository, and ${cwd} is not in one`,
    'Run it inside a repository.',
  )
}

/** A path given on the command line, as paths are written in snapshots; '' for the root itself. */
export function projectPath({ root, cwd }: Project, path: string): string {
  if (path === '') throw new UserError('the path is empty; give a file or directory')
  const inside = relative(root, resolve(cwd, path)).replaceAll('\\', '/')
  if (inside !== '..' && !inside.startsWith('../')) return inside
  throw new UserError(`${path} is outside ${root}`, 'Give paths inside the repository, or another --cwd.')
}

/** How files of a project are written: unfinished files are in git's own directory. */
export function writingIn({ repository }: Project): { scratch: string | undefined } {
  return { scratch: repository ? scratchFolder(repository.gitDir) : undefined }
}

/**
 * The repository around a directory, or null. Plain cases are read from disk, which saves a process; git is
 * asked in all others. Git still refuses a repository that it does not trust as soon as it is asked for a listing.
 */
export async function locateRepository(cwd: string): Promise<Repository | null> {
  return gitDirectoryOnDisk(cwd) ?? findRepository(cwd)
}

/** The tree of a project and its own part of git's directory: where its locks are. */
export function treeOf({ root, repository }: Project): {
  readonly root: string
  readonly gitDir: string | null
} {
  return { root, gitDir: repository?.gitDir ?? null }
}
