import type { Moment } from '../core/date.ts'
import type { AskModels } from '../core/model.ts'
import type { RecentFacts } from '../engine/documents/facts.ts'
import type { LayoutOperation } from '../operations/operation-call.ts'
import type { RecentSearch } from '../operations/search/search-request.ts'
import type { Embedder } from '../operations/search/vectors.ts'

/** A file's text before and after; null where there is none. */
type FileChange = {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/** One client's connection: its directory, and what its calls share. */
export type Session = {
  /** The directory whose memory is served, found once. */
  readonly cwd: () => Promise<string>
  readonly config: string | undefined
  /** All that may be offered. */
  readonly operations: readonly LayoutOperation[]
  /** Ids of the only layouts whose operations are offered; those in use when absent. */
  readonly layouts?: readonly string[] | undefined
  readonly cache: boolean
  /** Read again for every call: a server runs for days. */
  readonly moment: () => Moment
  readonly recent: RecentFacts
  readonly recentSearch: RecentSearch
  /** Asks the user's models for one call in a directory. */
  readonly ask: (cwd: string) => AskModels
  /** The user's endpoint for embeddings. */
  readonly embedder: (cwd: string) => () => Promise<Embedder | null>
  /** The change of a file, or the change that a dry run would make, as text. */
  readonly difference: (change: FileChange) => string
  /** Prints a note for people, but never on standard output, which carries the protocol. */
  readonly log: (line: string) => void
}
