import type { CachePreconditions, PartSum } from '../cache/last-report.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Report } from '../core/report.ts'
import type { Replacement } from '../core/text.ts'
import type { Printing } from './last-report/printing.ts'
import type { OpenFacts } from './open-memory.ts'
import type { JudgedParts } from './parts/outcome.ts'
import type { CheckSource } from './sides.ts'

/** One run of `memkeep check`. */
export type CheckOptions = {
  readonly cwd: string
  /** Findings outside these paths are not reported; none means everything. */
  readonly paths: readonly string[]
  readonly config?: string | undefined
  readonly source: CheckSource
  /** A revision: history since the merge base with it is judged, and findings are marked new or old. */
  readonly base?: string | undefined
  /** Work tree only. */
  readonly fix: boolean
  readonly cache: boolean
  /** `YYYY-MM-DD` */
  readonly today: string
  /** Rules that the environment turns off. */
  readonly skip: readonly string[]
  /** `remark` leaves the line scan out. */
  readonly parser?: 'auto' | 'remark' | undefined
  /** No comment suppresses anything. */
  readonly ignoreSuppressions?: boolean | undefined
  /** Facts from somewhere else than the cache: nothing is parsed, and nothing is kept. */
  readonly openFacts?: OpenFacts | undefined
}

/** What a check gives to the command line. */
export type CheckResult = {
  readonly report: Report
  /** Texts for code frames, by path. */
  readonly excerpts: (wanted: readonly Diagnostic[]) => Promise<ReadonlyMap<string, string>>
  /** The splices that fix these findings in their own files; worked out when it is called. */
  readonly fixes: (wanted: readonly Diagnostic[]) => Promise<ReadonlyMap<Diagnostic, readonly Replacement[]>>
  /** Where the findings are kept as they are printed; absent where the next run may find others. */
  readonly printed?: Printing | undefined
  /** Reported findings that `--fix` can fix. */
  readonly fixable: number
  /** Files that `--fix` changed, by path. */
  readonly fixedFiles: readonly string[]
  /** One-line remarks for people. */
  readonly notes: readonly string[]
  /** What is kept of it; null or absent where the same files may get another report. */
  readonly lasting?: () => Lasting | null
  /** What was judged now, where the other findings are known to be as they were. */
  readonly judged?: JudgedParts
}

/** What a report is made of, and what it depends on other than files that git lists. */
export type Lasting = {
  readonly preconditions: CachePreconditions
  readonly parts: readonly PartSum[]
  /** Findings of no part; null where not all findings of the parts are reported as they are. */
  readonly besides: readonly Diagnostic[] | null
}
