import { isUtf8 } from 'node:buffer'
import { dirname, join } from 'node:path'
import { safeText, UserError } from '../core/messages.ts'
import type { FileMode, SnapshotFile } from '../core/snapshot.ts'
import { errorCode, type FsPort, NODE_FS, syncFolder } from './atomic-write.ts'
import { type Dirent, lstatSync, mkdirSync, readdirSync, rmdirSync, type Stats } from './gate.ts'
import { resolveInside } from './paths.ts'

/** Every file of a folder without git, and the paths that are not valid UTF-8, decoded with U+FFFD for people. */
export type FolderListing = { readonly files: readonly SnapshotFile[]; readonly oddPaths: readonly string[] }

/** What is never memory: git's own directory and installed packages. */
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/**
 * Lists a folder that is not in git, without following symlinks; ids are null. Throws `UserError` when a folder
 * cannot be listed: an unread folder must not count as an empty one.
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

/** A folder can be readable and not searchable: then its names are known, and nothing else. */
function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw unlisted(dirname(path), error)
  }
}

/** Names in a folder, sorted; none when there is no such folder. Throws the file system's other errors. */
export function folderNames(path: string): string[] {
  try {
    return readdirSync(path).sort()
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return []
    throw error
  }
}

/** Removes a folder below a root if it is empty, and then those above it that have become empty; never the root. */
export function removeEmptyFolders(root: string, path: string): void {
  for (let at = path; at !== '.' && at !== ''; at = dirname(at)) {
    if ('refused' in resolveInside(root, at)) return
    try {
      rmdirSync(join(root, at))
    } catch {
      return
    }
  }
}

/** Removes those of some folders below a root that are empty now, the deepest first; the others stay. */
export function removeMadeFolders(root: string, folders: readonly string[]): void {
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    if ('refused' in resolveInside(root, folder)) continue
    try {
      rmdirSync(join(root, folder))
    } catch {
      // It holds something, or is gone.
    }
  }
}

/**
 * Makes renames in the folders of some paths below a root survive a power loss, each folder once. Throws `UserError`
 * when the disk fails.
 */
export function syncFoldersOf(root: string, paths: readonly string[], fs: FsPort = NODE_FS): void {
  for (const folder of new Set(paths.map((path) => dirname(path)))) {
    const guarded = folder === '.' ? { path: root } : resolveInside(root, folder, { fs })
    if ('path' in guarded) sync(guarded.path, fs)
  }
}

function sync(folder: string, fs: FsPort): void {
  try {
    if (fs.lstatSync(folder, { throwIfNoEntry: false })) syncFolder(folder, fs)
  } catch (cause) {
    throw new UserError(
      `${safeText(folder)} could not be synced (${errorCode(cause)}): the disk may be failing`,
      'What was written is there, and may be gone after a power loss: run the command again.',
      cause,
    )
  }
}

/** Makes a folder of the user, and those above it; throws `UserError` when it cannot be made. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch (error) {
    throw new UserError(
      `the folder ${safeText(path)} cannot be made (${errorCode(error)})`,
      'Make room for it, or make it writable.',
      error,
    )
  }
}
