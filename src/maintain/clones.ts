import { join } from 'node:path'
import { folderNames } from '../fs/folders.ts'
import { isDirectory, isThere } from '../fs/read-files.ts'
import { headCommit } from '../git/history.ts'
import { locateRepository } from '../snapshot/project.ts'

/** The names of the repositories in a folder that is in none itself, in order; none for any other folder. */
export async function clonesIn(folder: string): Promise<readonly string[]> {
  if (!isDirectory(folder) || (await locateRepository(folder)) !== null) return []
  return folderNames(folder).filter((name) => isThere(join(folder, name, '.git')))
}

/** Why a clone has no file, as after a checkout that failed; null where it has one, and for what is no clone. */
export async function cloneFault(folder: string): Promise<string | null> {
  if (!isThere(join(folder, '.git'))) return null
  const repository = await locateRepository(folder)
  if (repository === null) return 'git finds no repository in it, although it has a .git: clone it again'
  if (folderNames(folder).some((name) => name !== '.git')) return null
  const head = await headCommit(repository.top)
  return head === null
    ? 'it has no commit, and no file'
    : 'nothing is checked out: run git checkout --force in it'
}
