import type { Document } from './document.ts'

/** Paths of the documents that are the same on both sides; without an id nothing is known to be. */
export function sameDocuments(before: readonly Document[], after: readonly Document[]): ReadonlySet<string> {
  const ids = new Map(before.map(({ path, id }) => [path, id]))
  return new Set(after.filter(({ path, id }) => id !== '' && ids.get(path) === id).map(({ path }) => path))
}
