import type { Summary } from '../core/report.ts'
import type { FlagValues } from './flags.ts'

/** 1 when a check found something at or above the fail level, and why where that is not plain from the report. */
export function exitCode(
  { errors, warnings }: Summary,
  { strict = false, maxWarnings }: FlagValues,
): { readonly code: 0 | 1; readonly notes: readonly string[] } {
  const tooMany = maxWarnings !== undefined && warnings > maxWarnings
  const code = errors > 0 || (strict && warnings > 0) || tooMany ? 1 : 0
  if (errors > 0 || code === 0) return { code, notes: [] }
  const reason = tooMany ? `more than --max-warnings ${maxWarnings}` : 'and --strict allows none'
  return { code, notes: [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, ${reason}`] }
}
