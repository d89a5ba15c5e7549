import type { MemoryOverview } from './memory-overview.ts'
import type { Report } from './report.ts'

/** The state of a repository's memory on one day: the one input of `memkeep report`, as plain data. */
export type MemoryReport = {
  readonly version: 1
  /** The repository's folder name; untrusted. */
  readonly name: string
  /** `YYYY-MM-DD`: the day that ages are counted from. */
  readonly today: string
  readonly report: Report
  readonly overviews: readonly MemoryOverview[]
}
