import type { Snapshot } from '../core/snapshot.ts'

/** A snapshot, with the paths that it could not name. */
export type OpenSnapshot = Snapshot & {
  readonly oddPaths?: readonly string[]
  /** Directories that could not be opened. */
  readonly unseen?: readonly string[]
  /** False when git's status and index show every change of it. */
  readonly hidesChanges?: boolean
}

/** A snapshot of real files. Paths that are not valid UTF-8 are only named, with U+FFFD in them. */
export type RealSnapshot = OpenSnapshot & { readonly oddPaths: readonly string[] }

/** What is staged. */
export type StagedSnapshot = RealSnapshot & {
  /** Paths that are marked as left out of the work tree. */
  readonly skipped: ReadonlySet<string>
}
