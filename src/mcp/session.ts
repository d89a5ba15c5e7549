import type { RecentFacts } from '../engine/documents/facts.ts'

/** A file's text before and after; null where there is none. */
type FileChange = {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/** One client's connection: whose memory it is about, and what its calls have in common. */
export type Session = {
  /** The directory whose memory it is, found once. */
  readonly cwd: () => Promise<string>
  readonly config: string | undefined
  readonly cache: boolean
  /** `YYYY-MM-DD`, asked anew for every call: a server lives for days. */
  readonly today: () => string
  readonly recent: RecentFacts
  /** Shows how a file was changed, or by a dry run would be. */
  readonly difference: (change: FileChange) => string
  /** Remarks for people, a line each: never on standard output, which is the protocol's. */
  readonly log: (line: string) => void
}
