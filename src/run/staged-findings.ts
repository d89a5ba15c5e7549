import type { Diagnostic, Severity } from '../core/diagnostic.ts'
import { DUTIES } from '../core/duties.ts'
import type { Summary } from '../core/report.ts'
import type { Sides } from './check-snapshot.ts'

/** What a staged check speaks of: findings in files that the commit changes, and those elsewhere that it causes. */
export function stagedFindings(
  diagnostics: readonly Diagnostic[],
  { before, after }: Pick<Sides, 'before' | 'after'>,
): Diagnostic[] {
  if (!before) return [...diagnostics]
  return diagnostics.filter(
    ({ path, rule, new: isNew }) =>
      isNew || DUTIES.includes(rule) || before.files.get(path)?.id !== after.files.get(path)?.id,
  )
}

/** How many findings of each severity there are. */
export function countsOf(diagnostics: readonly Diagnostic[]): Pick<Summary, 'errors' | 'warnings' | 'infos'> {
  const count = (severity: Severity): number => diagnostics.filter((one) => one.severity === severity).length
  return { errors: count('error'), warnings: count('warning'), infos: count('info') }
}
