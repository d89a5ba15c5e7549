import { isUtf8 } from 'node:buffer'
import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { UserError } from '../core/errors.ts'
import { safeText } from '../core/safe-text.ts'
import type { FileMode, SnapshotFile } from '../core/snapshot.ts'
import { errorCode } from './fs-port.ts'

/** Every file of a plain folder, and the paths that are not valid UTF-8, decoded with U+FFFD for people. */
export type FolderListing = { readonly files: readonly SnapshotFile[]; readonly oddPaths: readonly string[] }

/** What is never memory: git's own directory and installed packages. */
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/**
 * Lists a folder that is not in git, without following symbolic links; ids are null. Throws `UserError` when a folder
 * cannot be listed: an unread folder must not pass for an empty one.
 */
export function listFolder(root: string): FolderListing {
  const files: SnapshotFile[] = []
  const oddPaths: string[] = []
  const open = ['']
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of entriesOf(root, folder)) {
      const name = entry.name.toString('utf8')
      const path = folder === '' ? name : `${folder}/${name}`
      if (SKIPPED.has(name.toLowerCase())) continue
      if (!isUtf8(entry.name)) oddPaths.push(path)
      else if (entry.isDirectory()) open.push(path)
      else {
        const mode = modeOf(root, path, entry)
        if (mode) files.push({ path, id: null, mode })
      }
    }
  }
  return { files, oddPaths }
}

function entriesOf(root: string, folder: string): Dirent<Buffer>[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true, encoding: 'buffer' })
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' && folder !== '') return []
    throw unlisted(join(root, folder), error)
  }
}

function unlisted(folder: string, error: unknown): UserError {
  return new UserError(
    `The folder ${safeText(folder)} cannot be listed (${errorCode(error)})`,
    'Make it readable, or run elsewhere.',
    error,
  )
}

function modeOf(root: string, path: string, entry: Dirent<Buffer>): FileMode | null {
  if (entry.isSymbolicLink()) return 'link'
  if (!entry.isFile()) return null
  const stats = look(join(root, path))
  if (!stats) return null
  return (stats.mode & 0o100) === 0 ? 'file' : 'executable'
}

/** A folder may tell the names in it, and nothing else of them. */
function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw unlisted(dirname(path), error)
  }
}
