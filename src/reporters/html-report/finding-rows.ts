import type { Diagnostic, Severity } from '../../core/diagnostic.ts'
import type { MemoryReport } from '../../core/report.ts'
import { findingParts } from './finding-parts.ts'

/** A page with more rows is slow to open, and nobody reads them: the rest is counted by rule. */
const MOST = 3000

const RANK: { readonly [severity in Severity]: number } = { error: 0, warning: 1, info: 2 }

/** A finding, and the part of the memory that it is in. */
export type FindingRow = { readonly diagnostic: Diagnostic; readonly part: string }

/** The findings that the page shows: the worst first, each in their total order, and how many are left out. */
export function findingRows(report: MemoryReport): {
  readonly rows: readonly FindingRow[]
  readonly left: number
} {
  const parts = findingParts(report)
  const all = report.report.diagnostics.map((diagnostic, index) => ({ diagnostic, part: parts[index] ?? '' }))
  // Sorting keeps the order of what is equally bad.
  all.sort((a, b) => RANK[a.diagnostic.severity] - RANK[b.diagnostic.severity])
  return { rows: all.slice(0, MOST), left: Math.max(0, all.length - MOST) }
}
