import { join } from 'node:path'
import type { Snapshot } from '../core/snapshot.ts'
import { compareText } from '../core/text.ts'
import { folderOf } from '../fs/folder-of.ts'
import { isThere } from '../fs/is-there.ts'
import { textOfBytes } from '../snapshot/text-of-bytes.ts'
import { INSTALLED } from './hooks/find-bin.ts'
import { namesMemkeep } from './hooks/names-memkeep.ts'

/**
 * The folders of packages below the top that have memkeep: their package.json names it, or it is installed in them. None
 * where the package at the top names it, since hooks look there first.
 */
export async function findPackages(snapshot: Snapshot, top: string): Promise<readonly string[]> {
  const paths = [...snapshot.files.keys()].filter((path) => /(?:^|\/)package\.json$/.test(path))
  const own = paths.filter((path) => !path.includes('node_modules/'))
  const contents = await snapshot.read(own)
  const named = own.filter((path) => {
    const content = contents.get(path)
    return content && 'bytes' in content && namesMemkeep(textOfBytes(content.bytes))
  })
  if (named.includes('package.json')) return []
  const installed = own.filter((path) => isThere(join(top, folderOf(path), INSTALLED)))
  const folders = [...named, ...installed].map(folderOf).filter((folder) => folder !== '')
  return [...new Set(folders)].sort(compareText)
}
