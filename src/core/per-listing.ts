import type { SnapshotFile } from './snapshot-file.ts'

type Listing = ReadonlyMap<string, SnapshotFile>

/** Works out once for each listing what depends on nothing else: listings never change. */
export function perListing<T extends object>(make: (files: Listing) => T): (files: Listing) => T {
  const made = new WeakMap<Listing, T>()
  return (files) => {
    const known = made.get(files)
    if (known) return known
    const value = make(files)
    made.set(files, value)
    return value
  }
}
