import type { WorkTreeListing } from '../git/list-work-tree.ts'
import type { DiskState } from './disk-state.ts'

/**
 * True when git knows attributes for files on disk that are not on disk themselves, since they were deleted or are left out
 * of the work tree: it obeys those that are staged.
 */
export function hasHiddenAttributes(
  { entries, deleted }: Pick<WorkTreeListing, 'entries' | 'deleted'>,
  { files, stored }: DiskState,
): boolean {
  const attributes = [...deleted, ...entries.map(({ path }) => path)].filter((path) =>
    path.endsWith('.gitattributes'),
  )
  if (attributes.length === 0) return false
  const here = files.filter(({ path }) => !stored.has(path)).map(({ path }) => path)
  const seen = new Set(here)
  return attributes.some((path) => {
    const below = path.slice(0, path.lastIndexOf('/') + 1)
    return !seen.has(path) && here.some((one) => one.startsWith(below))
  })
}
