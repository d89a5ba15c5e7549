import type { MemoryDifference } from './memory-difference.ts'
import type { MemoryOverview } from './memory-overview.ts'
import type { Report } from './report.ts'

/** Which findings make a run fail: new errors, all errors, or warnings as well. */
export type FailOn = 'new' | 'all' | 'warning'

/** A migration that would change something, and how many files. */
export type PendingMigration = { readonly id: string; readonly summary: string; readonly files: number }

/** What a run in CI came to, as plain data; every text that comes from the repository is untrusted. */
export type CiReport = {
  /** The event's name, such as `pull_request`; empty outside GitHub Actions. */
  readonly event: string
  readonly failOn: FailOn
  /** How many findings make it fail; 0 is a pass. */
  readonly failing: number
  /**
   * What was compared with, for people and as an object id; `isFork` where it is the commit at which the head left the
   * branch of that name. Null when there was nothing to compare with.
   */
  readonly base: { readonly name: string; readonly oid: string; readonly isFork?: boolean } | null
  /** What merging was not checked, and whether it conflicts; absent where it was, or where nothing is to be merged. */
  readonly unmerged?: { readonly name: string; readonly conflicts: boolean }
  /** The commit that was checked. */
  readonly head: string
  /**
   * Everything that was found in the head, its history, its merges and in what merging it with the base comes to, in
   * total order.
   */
  readonly report: Report
  /** How many known findings the baseline file took out of the report. */
  readonly known: number
  /** A derived file is stale, or another one than in the base. */
  readonly indexChanged?: boolean
  /** One per layout that has memory on either side; none without a base. */
  readonly differences: readonly MemoryDifference[]
  /** One per layout that has memory in the head. */
  readonly overviews: readonly MemoryOverview[]
  readonly pending: readonly PendingMigration[]
  /** One-line remarks for people. */
  readonly notices: readonly string[]
}
