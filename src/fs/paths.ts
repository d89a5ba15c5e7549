import { join } from 'node:path'
import { folderOf } from '../core/path.ts'
import { errorCode, NODE_FS } from './atomic-write.ts'
import { lstatSync, realpathSync, type Stats } from './gate.ts'

/** Where a path lies on disk, or why it is not to be touched. */
type Guarded = { readonly path: string } | { readonly refused: string }

/** Looks at a path without following a symlink; throws when it does not exist. */
type Look = { readonly lstatSync: (path: string) => Stats }

/** What the path is for, and how to look at the disk. */
type GuardOptions = {
  /** A name that some file system takes for another one is refused for writing only: git may hold such files. */
  readonly purpose?: 'read' | 'write'
  /** The path itself may be a symlink: the caller treats it as a symlink and never follows it. */
  readonly linkItself?: boolean
  readonly fs?: Look
}

/** Names that Windows keeps for devices, whatever their extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])[ ]*(?:\.|:|$)/i

/** Code points that HFS+ ignores in names: `.g\u200cit` is `.git` there. */
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/**
 * Joins a root and a relative path with `/`, and makes sure that it stays inside: no absolute path, no `..`, no
 * device or drive, no path in git's own directory, and no symlink below the root on the way. For a path that does not
 * exist yet, its deepest existing ancestor is judged.
 */
export function resolveInside(root: string, relativePath: string, options: GuardOptions = {}): Guarded {
  const { purpose = 'write', linkItself = false, fs = NODE_FS } = options
  const refused =
    refusedText(relativePath) ??
    (purpose === 'write' || process.platform === 'win32' ? refusedName(relativePath) : null) ??
    refusedOnDisk(root, relativePath.split('/'), { linkItself, fs })
  return refused === null ? { path: join(root, ...relativePath.split('/')) } : { refused }
}

/** Why a path is refused by its text alone; null when it is not. */
function refusedText(path: string): string | null {
  if (path === '') return 'its path is empty'
  if (path.includes('\0')) return 'its path has a NUL in it'
  if (path.includes('\\')) return 'its path has a backslash in it'
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'its path is absolute'
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'its path is not a plain one'
  if (parts.some(isGitDirectory)) return "it is in git's own directory"
  return null
}

/** `.git` as any file system may spell it: case, trailing dots and spaces, NTFS short name and stream, HFS+. */
function isGitDirectory(part: string): boolean {
  const name = part.replace(IGNORED_BY_HFS, '').toLowerCase()
  return /^(?:\.git|git~1)[. ]*(?::.*)?$/.test(name)
}

function refusedName(path: string): string | null {
  for (const part of path.split('/')) {
    if (DEVICE.test(part)) return 'its name is a device on Windows'
    if (part.includes(':')) return 'its name has a colon, which is a stream or a drive on Windows'
    if (/[. ]$/.test(part)) return 'its name ends with a dot or a space, which Windows drops'
  }
  return null
}

type DiskOptions = { readonly linkItself: boolean; readonly fs: Look }

function refusedOnDisk(
  root: string,
  parts: readonly string[],
  { linkItself, fs }: DiskOptions,
): string | null {
  let at = root
  for (const [i, part] of parts.entries()) {
    at = join(at, part)
    const isLast = i === parts.length - 1
    try {
      const stats = fs.lstatSync(at)
      if (stats.isSymbolicLink() && !(isLast && linkItself)) {
        return isLast ? 'it is a symlink' : 'a directory above it is a symlink'
      }
      if (!isLast && !stats.isDirectory()) return 'something above it is not a directory'
    } catch (error) {
      const code = errorCode(error)
      return code === 'ENOENT' ? null : `it cannot be looked at (${code})`
    }
  }
  return null
}

/** Only paths with one of these are looked at closely: git lists no path that is refused for another reason. */
const DOUBTFUL = /[\\:~]|\.[^/]*g[^/]*i[^/]*t/i

/**
 * Returns a predicate for files below a root that are never read: their path is refused, or a folder above them is a
 * symlink. Each folder is looked at once.
 */
export function outOfReach(root: string): (path: string) => boolean {
  const linked = new Map<string, boolean>([['', false]])
  const isLinked = (folder: string): boolean => {
    const known = linked.get(folder)
    if (known !== undefined) return known
    const answer = isLinked(folderOf(folder)) || isLink(join(root, folder))
    linked.set(folder, answer)
    return answer
  }
  return (path) => isLinked(folderOf(path)) || isRefused(path)
}

/** True for a path that is never read, by its text alone. */
export function isRefused(path: string): boolean {
  return DOUBTFUL.test(path) && refusedText(path) !== null
}

/** A path that cannot be looked at may be a symlink. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  } catch {
    return true
  }
}

/** A path without symlinks; the path itself where it cannot be followed. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
