import type { Row } from '../rounds.ts'

/** A tool that is measured beside ours. */
export type Peer = {
  readonly name: string
  /** Installs it into `folder`, and gives its rows for a corpus. Throws when it cannot be had. */
  readonly rows: (folder: string) => Promise<(corpus: string) => readonly Row[]>
}
