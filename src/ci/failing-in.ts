import type { Diagnostic } from '../core/diagnostic.ts'
import type { FailOn } from '../core/report.ts'
import { isAnsweredFor } from '../engine/staged-findings.ts'

/** How many findings make a run fail. */
export function failingIn(diagnostics: readonly Diagnostic[], failOn: FailOn): number {
  return diagnostics.filter((one) => failsRun(one, failOn)).length
}

/**
 * Whether a finding makes a run fail: errors and, if asked, warnings that no side before had, or all errors. What could not
 * be looked at fails in any case.
 */
export function failsRun(one: Diagnostic, failOn: FailOn): boolean {
  if (one.severity === 'info') return false
  if (one.severity === 'warning') return failOn === 'warning' && one.new
  // What was there before and the change's own settings allow fails nothing.
  return (failOn === 'all' && !one.loosened) || isAnsweredFor(one)
}
