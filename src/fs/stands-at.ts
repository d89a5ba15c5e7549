import { lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { kindAt } from './kind-at.ts'

/**
 * Says what stands on disk where a file of a project would be, for a path that its listing does not have: something that
 * is no file, a link or a file above it, or a file that git does not look at, as in a repository inside the repository.
 * Null when nothing is there. No link is followed. Throws `UserError` when it cannot be looked at.
 */
export function standsAt(root: string, path: string): string | null {
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
