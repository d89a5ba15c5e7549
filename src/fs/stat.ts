import { lstatSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../core/errors.ts'
import { folderOf } from '../core/path.ts'
import { safeText } from '../core/safe-text.ts'
import type { FileMode } from '../core/snapshot.ts'
import { errorCode } from './fs-port.ts'

/** True when the path exists, also for a broken symlink. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

/** True when a directory is there and can be looked at. */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** What is at a path; a symlink is not followed. */
type KindAt = 'directory' | 'link' | 'other' | 'nothing'

/** Looks at a path. Throws `UserError` when that fails: unreadable does not count as missing. */
export function kindAt(path: string): KindAt {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (!stats) return 'nothing'
    return stats.isDirectory() ? 'directory' : stats.isSymbolicLink() ? 'link' : 'other'
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOTDIR') return 'nothing'
    throw new UserError(
      `${safeText(path)} cannot be looked at (${code})`,
      'Make the folders above it readable, or run elsewhere.',
      error,
    )
  }
}

/**
 * The mode of each path below a root: null when git would track no file there, because it is gone, is a directory, a
 * FIFO or a device, or lies behind a symlink.
 */
export function diskModes(root: string, paths: readonly string[]): ReadonlyMap<string, FileMode | null> {
  const realFolders = new Map<string, boolean>([['', true]])
  const isReal = (folder: string): boolean => {
    const known = realFolders.get(folder)
    if (known !== undefined) return known
    const real = isReal(folderOf(folder)) && look(join(root, folder))?.isDirectory() === true
    realFolders.set(folder, real)
    return real
  }
  return new Map(paths.map((path) => [path, isReal(folderOf(path)) ? modeOf(look(join(root, path))) : null]))
}

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function modeOf(stats: Stats | undefined): FileMode | null {
  if (!stats) return null
  if (stats.isSymbolicLink()) return 'link'
  if (!stats.isFile()) return null
  return (stats.mode & 0o100) === 0 ? 'file' : 'executable'
}

/**
 * True when paths of a repository, relative to its top level, and all above them are plain directories or missing: no
 * symlink, no file, and no nested repository. Throws `UserError` when one cannot be looked at.
 */
export function arePlainFolders(top: string, folders: readonly string[]): boolean {
  const seen = new Set(folders.flatMap(withParentFolders))
  return [...seen].every((folder) => {
    const kind = kindAt(join(top, folder))
    return kind === 'nothing' || (kind === 'directory' && kindAt(join(top, folder, '.git')) === 'nothing')
  })
}

/** When a file was last changed, in UTC with milliseconds; null when it cannot be looked at. A symlink is not followed. */
export function changeTime(path: string): string | null {
  return look(path)?.mtime.toISOString() ?? null
}

/** A directory and all above it, up to the top level, the outermost first. */
export function withParentFolders(folder: string): string[] {
  const names = folder.split('/')
  return names.map((_, i) => names.slice(0, i + 1).join('/'))
}

/**
 * Says what blocks the place of a file that the project's listing does not have: a directory or device, a symlink or
 * file above it, or a file that git does not look at, as in a nested repository. Null when the place is free. No
 * symlink is followed. Throws `UserError` when it cannot be looked at.
 */
export function obstacleAt(root: string, path: string): string | null {
  const names = path.split('/')
  for (const [i] of names.entries()) {
    const at = join(root, ...names.slice(0, i + 1))
    const kind = kindAt(at)
    if (kind === 'nothing') return null
    const isLast = i === names.length - 1
    if (kind === 'directory' && !isLast) continue
    const above = isLast ? 'there' : `at ${names.slice(0, i + 1).join('/')}, above it`
    const what = kind === 'directory' ? 'a directory' : kind === 'link' ? 'a symlink' : nameOf(at)
    return `${what} is ${above}`
  }
  return null
}

function nameOf(path: string): string {
  const stats: Stats | undefined = lstatSync(path, { throwIfNoEntry: false })
  if (stats?.isFile()) return 'a file that git ignores, or that belongs to a nested repository,'
  return stats?.isFIFO() ? 'a FIFO' : 'something that is no file'
}
