import { compareText } from './edit.ts'
import { perListing } from './per-listing.ts'
import type { SnapshotFile } from './snapshot-file.ts'

/** Files by path, in order of paths. */
export type FileListing = ReadonlyMap<string, SnapshotFile> & {
  /** The files below a directory, in order of paths, where they are found without going through all of them. */
  readonly below?: (folder: string) => readonly SnapshotFile[]
  /** `holdsFile`, for a listing that answers it by itself. */
  readonly holds?: (folder: string) => boolean
  /** `fileNamed`, for a listing that answers it by itself. */
  readonly named?: (name: string) => string | null
}

/** The files below a directory, in order of paths. */
export function filesBelow(files: FileListing, folder: string): readonly SnapshotFile[] {
  return files.below?.(folder) ?? [...files.values()].filter(({ path }) => path.startsWith(`${folder}/`))
}

/** True when a path is a directory that holds a file. */
export function holdsFile(files: FileListing, folder: string): boolean {
  if (files.holds) return files.holds(folder)
  return files.below ? files.below(folder).length > 0 : directoriesOf(files).has(folder)
}

/** The directories that hold a file, at any depth. */
const directoriesOf = perListing((files): ReadonlySet<string> => {
  const directories = new Set<string>()
  for (const path of files.keys()) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const directory = path.slice(0, end)
      if (directories.has(directory)) break
      directories.add(directory)
    }
  }
  return directories
})

/** A listing of files that are given in any order, each of them once. */
export function listedFiles(files: readonly SnapshotFile[]): FileListing {
  const ordered = isOrdered(files) ? files : [...files].sort((a, b) => compareText(a.path, b.path))
  const listed = new Map<string, SnapshotFile>()
  for (const file of ordered) listed.set(file.path, file)
  return listed
}

/** Git lists in this order; to see that is quicker than to sort. */
function isOrdered(files: readonly SnapshotFile[]): boolean {
  let last = ''
  for (const { path } of files) {
    if (path <= last) return false
    last = path
  }
  return true
}
