import { lstatSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../core/errors.ts'
import { safeText } from '../core/safe-text.ts'
import type { FileMode } from '../core/snapshot.ts'
import { errorCode } from './fs-port.ts'
import { folderOf } from './paths.ts'

/** True when anything at all has this name, a broken link too. */
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

/** What stands at a path, a link itself and not where it leads. */
type KindAt = 'directory' | 'link' | 'other' | 'nothing'

/** Looks at a path. Throws `UserError` when it cannot be known what stands there: that is not nothing. */
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
 * What stands at each path below a root: null when there is nothing that git would track there, because it is gone,
 * is a directory, a pipe or a device, or lies behind a symbolic link.
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
 * True when directories of a repository, each given relative to its top level, are that or not there, and so is everything
 * above them: no link, no file, and no repository of its own. Throws `UserError` when it cannot be looked at.
 */
export function arePlainFolders(top: string, folders: readonly string[]): boolean {
  const seen = new Set(folders.flatMap(withParentFolders))
  return [...seen].every((folder) => {
    const kind = kindAt(join(top, folder))
    return kind === 'nothing' || (kind === 'directory' && kindAt(join(top, folder, '.git')) === 'nothing')
  })
}

/** A directory and all above it below the top level, the outermost first. */
export function withParentFolders(folder: string): string[] {
  const names = folder.split('/')
  return names.map((_, i) => names.slice(0, i + 1).join('/'))
}

/**
 * Says what stands on disk where a file of a project would be, for a path that its listing does not have: something that
 * is no file, a link or a file above it, or a file that git does not look at, as in a repository inside the repository.
 * Null when nothing is there. No link is followed. Throws `UserError` when it cannot be looked at.
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
    const what = kind === 'directory' ? 'a directory' : kind === 'link' ? 'a symbolic link' : nameOf(at)
    return `${what} stands ${above}`
  }
  return null
}

function nameOf(path: string): string {
  const stats: Stats | undefined = lstatSync(path, { throwIfNoEntry: false })
  if (stats?.isFile()) return 'a file that git ignores, or that another repository inside holds,'
  return stats?.isFIFO() ? 'a pipe' : 'something that is no file'
}
