import { type Listing, perListing } from './per-listing.ts'

/** The directories that hold a file, at any depth. */
export const directoriesOf: (files: Listing) => ReadonlySet<string> = perListing((files) => {
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
