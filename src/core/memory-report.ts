import type { MemoryOverview } from './memory-overview.ts'
import type { Report } from './report.ts'

/** A suppression comment of the memory; all of its texts are untrusted. */
export type ReportedSuppression = {
  readonly path: string
  readonly line: number
  readonly rules: readonly string[]
  readonly reason: string
}

/** The state of a repository's memory on one day: the one input of `memkeep report`, as plain data. */
export type MemoryReport = {
  readonly version: 1
  /** The repository's folder name; untrusted. */
  readonly name: string
  /** `YYYY-MM-DD`: the day that ages are counted from. */
  readonly today: string
  readonly report: Report
  readonly overviews: readonly MemoryOverview[]
  /** Every suppression comment, in order of paths and lines; none when absent. */
  readonly suppressions?: readonly ReportedSuppression[]
  /**
   * The part of the memory that each finding belongs to, in the order of the report's diagnostics; empty for none. Where
   * it is absent, readers go by the path.
   */
  readonly parts?: readonly string[]
}
