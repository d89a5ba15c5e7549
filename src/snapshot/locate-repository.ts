import { gitDirectoryOnDisk } from '../fs/git-directory.ts'
import { findRepository, type Repository } from '../git/repository.ts'

/**
 * The repository around a directory, or null. Plain cases are seen on disk, which saves a process; whatever is not
 * plain is git's answer. Git still refuses a repository that it does not trust as soon as it is asked for a listing.
 */
export async function locateRepository(cwd: string): Promise<Repository | null> {
  return gitDirectoryOnDisk(cwd) ?? findRepository(cwd)
}
