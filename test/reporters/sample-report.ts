import type { Diagnostic } from '../../src/core/diagnostic.ts'
import type { Report } from '../../src/core/report.ts'

/** A diagnostic with everything filled in. */
export function diagnostic(changes: Partial<Diagnostic> = {}): Diagnostic {
  return {
    path: 'memory/decisions.md',
    line: 3,
    column: 5,
    endLine: 3,
    endColumn: 9,
    severity: 'error',
    rule: 'entry-tags',
    message: 'Unexpected tag `Big`, expected lower case',
    help: 'Write `big`.',
    fixable: false,
    layout: 'workspace',
    new: true,
    ...changes,
  }
}

/** A report of these diagnostics, counted, on two documents. */
export function reportOf(
  diagnostics: readonly Diagnostic[],
  changes: Partial<Report['summary']> = {},
): Report {
  const count = (severity: string): number => diagnostics.filter((one) => one.severity === severity).length
  const { items = 1 } = changes
  const summary = { documents: 2, items, headings: items, fixed: 0, cached: 0, seconds: 0.1234 }
  const counts = { errors: count('error'), warnings: count('warning'), infos: count('info') }
  return { version: 1, diagnostics, summary: { ...summary, ...counts, ...changes } }
}
