import type { SnapshotFile } from '../core/snapshot.ts'
import { outOfReach } from '../fs/paths.ts'
import { diskModes } from '../fs/stat.ts'
import type { WorkTreeEntry, WorkTreeListing } from '../git/list-work-tree.ts'

/** The work tree as it is: what git lists, seen on disk. */
export type DiskState = {
  readonly files: readonly SnapshotFile[]
  /** Files that are left out of the work tree (a sparse checkout): they are there, and only git has their content. */
  readonly stored: ReadonlyMap<string, SnapshotFile>
}

/** Looks at everything that is not simply as staged. What is gone, or lies behind a link that git lists, is not in the work tree. */
export function diskState(top: string, { entries, deleted }: WorkTreeListing): DiskState {
  const doubtful = entries.filter(({ state, mode }) => state !== 'clean' && mode !== 'submodule')
  const modes = diskModes(
    top,
    doubtful.map(({ path }) => path),
  )
  const links = new Set([...modes].flatMap(([path, mode]) => (mode === 'link' ? [path] : [])))
  const stored = new Map<string, SnapshotFile>()
  const files = entries.flatMap((entry): SnapshotFile[] => {
    const { path, id, state, mode } = entry
    const found = modes.get(path)
    if (found) return [{ path, id: null, mode: found, ...(state === 'untracked' && { untracked: true }) }]
    if (found === undefined) return isBehind(path, links) ? [] : [{ path, id, mode }]
    if (state !== 'skipped') return []
    stored.set(path, { path, id, mode })
    return [{ path, id, mode }]
  })
  return { files: [...files, ...unreachable(top, deleted, links)], stored }
}

/**
 * Files that git calls deleted because a folder above them became a link, where git ignores the link and so does not list it:
 * they stay, cannot be read, and that is reported.
 */
function unreachable(
  top: string,
  deleted: readonly WorkTreeEntry[],
  links: ReadonlySet<string>,
): readonly SnapshotFile[] {
  const isOut = outOfReach(top)
  return deleted
    .filter(({ path }) => isOut(path) && !isBehind(path, links))
    .map(({ path, mode }) => ({ path, id: null, mode }))
}

/** Git takes a file for unchanged when a folder above it became a link to a folder with the same file. */
function isBehind(path: string, links: ReadonlySet<string>): boolean {
  if (links.size === 0) return false
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (links.has(path.slice(0, end))) return true
  }
  return false
}
