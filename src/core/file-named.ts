import type { FileListing } from './file-listing.ts'
import { perListing } from './per-listing.ts'

/** The path of the one file of a name, given in lower case; null where there is none, and where several have it. */
export function fileNamed(files: FileListing, name: string): string | null {
  return files.named ? files.named(name) : (filesByName(files).get(name) ?? null)
}

/** The last name of a path, in lower case. */
export function nameInLowerCase(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
}

const filesByName = perListing((files): ReadonlyMap<string, string | null> => {
  const byName = new Map<string, string | null>()
  for (const path of files.keys()) {
    const name = nameInLowerCase(path)
    byName.set(name, byName.has(name) ? null : path)
  }
  return byName
})
