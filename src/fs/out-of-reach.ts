import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from './folder-of.ts'
import { refusedText } from './path-guard.ts'

/** What no path has that is always refused. */
const DOUBTFUL = /[\\:~]|\.[^/]*g[^/]*i[^/]*t/i

/**
 * Tells which files below a root are never read: their path is refused, or a folder above them is a link. Each folder is
 * looked at once.
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

/** True for a path that is never read wherever it leads. */
export function isRefused(path: string): boolean {
  return DOUBTFUL.test(path) && refusedText(path) !== null
}

/** What may not be looked at may be one. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  } catch {
    return true
  }
}
