import type { FileListing } from './file-listing.ts'

/** What reading one file gave: its bytes (a link's target for a link), or why it could not be read. */
export type FileContent = { readonly bytes: Uint8Array; readonly id: string } | { readonly failure: string }

/** A read-only picture of the repository's files: the work tree, the staged files, a commit, or a literal. */
export type Snapshot = {
  /** For people: `work tree`, `staged files`, `commit 1a2b3c4`. */
  readonly label: string
  /** It is what git has stored, or is about to: staged files or a commit. */
  readonly stored?: true
  /** Every file, by path, in code point order of paths. */
  readonly files: FileListing
  /** Reads many files at once. A path that is not in the snapshot gives a failure, never nothing. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, FileContent>>
}
