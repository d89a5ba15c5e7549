import { join } from 'node:path'
import { folderNames } from '../fs/folders.ts'
import { isDirectory, isThere } from '../fs/read-files.ts'
import { locateRepository } from '../snapshot/project.ts'

/** The names of the repositories in a folder that is in none itself, in order; none for any other folder. */
export async function clonesIn(folder: string): Promise<readonly string[]> {
  if (!isDirectory(folder) || (await locateRepository(folder)) !== null) return []
  return folderNames(folder).filter((name) => isThere(join(folder, name, '.git')))
}
