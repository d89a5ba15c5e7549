/** What git knows a tree entry as. */
export type FileMode = 'file' | 'executable' | 'link' | 'submodule'

/** One file of a snapshot, known without reading it. */
export type SnapshotFile = {
  /** Relative to the root, with `/`. */
  readonly path: string
  /** A name for the content: git's blob id where git has hashed it, else null. */
  readonly id: string | null
  readonly mode: FileMode
  /** Git does not keep it: it lies in a directory that a layout keeps out of git on purpose, or there is no git. */
  readonly ignored?: true
  /** Git does not keep it yet, and would add it. */
  readonly untracked?: true
}
