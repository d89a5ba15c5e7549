import { type FileListing, filesBelow, listedFiles } from './file-listing.ts'
import type { SnapshotFile } from './snapshot-file.ts'

/** How single files are found, those below a directory in order of paths, and all of them. */
export type ListingSource = {
  readonly get: (path: string) => SnapshotFile | undefined
  readonly below: (folder: string) => readonly SnapshotFile[]
  readonly all: () => ReadonlyMap<string, SnapshotFile>
}

/** A listing of which no more is made than is asked for. */
export function lazyListing(source: ListingSource): FileListing {
  let made: ReadonlyMap<string, SnapshotFile> | undefined
  const all = (): ReadonlyMap<string, SnapshotFile> => {
    made ??= source.all()
    return made
  }
  const get = (path: string): SnapshotFile | undefined => (made ?? source).get(path)
  const listing: FileListing = {
    get,
    has: (path) => get(path) !== undefined,
    below: source.below,
    get size() {
      return all().size
    },
    keys: () => all().keys(),
    values: () => all().values(),
    entries: () => all().entries(),
    forEach: (tell, self) => {
      for (const [path, file] of all()) tell.call(self, file, path, listing)
    },
    [Symbol.iterator]: () => all()[Symbol.iterator](),
  }
  return listing
}

/** A listing with some files replaced or added, or, where there is null, taken out. */
export function withChanges(
  files: FileListing,
  changes: ReadonlyMap<string, SnapshotFile | null>,
): FileListing {
  const changed = (kept: Iterable<SnapshotFile>, isMeant: (path: string) => boolean): FileListing => {
    const present = [...changes.values()].flatMap((file) => (file && isMeant(file.path) ? [file] : []))
    return listedFiles([...[...kept].filter(({ path }) => !changes.has(path)), ...present])
  }
  return lazyListing({
    get: (path) => {
      const change = changes.get(path)
      return change === undefined ? files.get(path) : (change ?? undefined)
    },
    below: (folder) => [
      ...changed(filesBelow(files, folder), (path) => path.startsWith(`${folder}/`)).values(),
    ],
    all: () => changed(files.values(), () => true),
  })
}
