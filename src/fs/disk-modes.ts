import { lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import type { FileMode } from '../core/snapshot.ts'
import { folderOf } from './folder-of.ts'

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
