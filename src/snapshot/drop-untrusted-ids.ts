import type { SnapshotFile } from '../core/snapshot.ts'
import { convertedFiles, extensionOf } from '../fs/content-filters.ts'
import { isRefused, outOfReach } from '../fs/paths.ts'
import { diskModes } from '../fs/read-files.ts'
import type { WorkTreeEntry, WorkTreeListing } from '../git/list-work-tree.ts'
import type { Repository } from '../git/repository.ts'

/** What decides whether git's blob ids name the bytes on disk. */
type Evidence = {
  readonly repository: Repository
  readonly listing: WorkTreeListing
  readonly state: DiskState
  /** The index stayed the same while git was asked. */
  readonly isConsistent: boolean
}

/**
 * The files of a work tree; an id stays only where it certainly names the bytes on disk. The others lose it: files that
 * attributes convert, files behind a symlink, refused paths, and all files where the index changed during git's answer.
 */
export function dropUntrustedIds({
  repository,
  listing,
  state,
  isConsistent,
}: Evidence): readonly SnapshotFile[] {
  const { files } = state
  if (!isConsistent) return withoutIds(files)
  const converted = hasHiddenAttributes(listing, state) ? 'all' : convertedIn(files, repository)
  if (converted === 'all') return withoutIds(files)
  const isOut = listing.sawFolders ? isRefused : outOfReach(repository.top)
  const isTrusted = ({ path }: SnapshotFile): boolean =>
    !(converted.size > 0 && converted.has(extensionOf(path))) && !isOut(path)
  return files.every(isTrusted)
    ? files
    : files.flatMap((file) => (isTrusted(file) ? file : withoutIds([file])))
}

/** Files whose contents are not known before they are read. */
function withoutIds(files: readonly SnapshotFile[]): readonly SnapshotFile[] {
  return files.map((file) => (file.mode === 'submodule' ? file : { ...file, id: null }))
}

function convertedIn(files: readonly SnapshotFile[], repository: Repository) {
  const attributes = files.map(({ path }) => path).filter((path) => path.endsWith('.gitattributes'))
  return convertedFiles(attributes, repository)
}

/**
 * True when a `.gitattributes` file for files on disk is not on disk itself, because it was deleted or is left out of the
 * work tree: git uses the staged one.
 */
function hasHiddenAttributes({ entries, deleted }: WorkTreeListing, { files, stored }: DiskState): boolean {
  const attributes = [...deleted, ...entries].filter(({ path }) => path.endsWith('.gitattributes'))
  if (attributes.length === 0) return false
  const here = files.filter(({ path }) => !stored.has(path)).map(({ path }) => path)
  const seen = new Set(here)
  return attributes.some(({ path }) => {
    const below = path.slice(0, path.lastIndexOf('/') + 1)
    return !seen.has(path) && here.some((one) => one.startsWith(below))
  })
}

/** The work tree as it is: what git lists, seen on disk. */
type DiskState = {
  readonly files: readonly SnapshotFile[]
  /** Files that are left out of the work tree (a sparse checkout): they are there, and only git has their content. */
  readonly stored: ReadonlyMap<string, SnapshotFile>
}

/** Looks up every file that may differ from its staged version. Deleted files, and files behind a symlink that git lists, are left out. */
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
 * Files that git calls deleted because a folder above them became a symlink that git ignores and so does not list. They stay
 * in the snapshot, cannot be read, and are reported.
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

/** Git reports a file as unchanged when a folder above it became a symlink to a folder with the same file. */
function isBehind(path: string, links: ReadonlySet<string>): boolean {
  if (links.size === 0) return false
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (links.has(path.slice(0, end))) return true
  }
  return false
}
