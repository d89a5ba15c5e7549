import type { Diagnostic, Severity } from '../core/diagnostic.ts'
import type { Summary } from '../core/report.ts'
import { ALWAYS_ON_RULES } from '../core/rule.ts'
import type { Settings } from '../core/settings.ts'
import { filesBelow, type Snapshot } from '../core/snapshot.ts'
import type { Sides } from './context.ts'

/**
 * What a staged check reports: findings in files that the commit changes, and those elsewhere that it causes. Errors that
 * were there before are warnings, unless the commit is refused for all errors in the files that it touches.
 */
export function stagedFindings(
  diagnostics: readonly Diagnostic[],
  { before, after }: Pick<Sides, 'before' | 'after'>,
  failOn: Settings['hooks']['failOn'],
): Diagnostic[] {
  if (!before) return [...diagnostics]
  return diagnostics.flatMap((one) => {
    if (isOfChange(one)) return [one]
    if (!touches(one.path, before, after)) return []
    if (one.severity !== 'error' || failOn === 'all') return [one]
    return [{ ...one, severity: 'warning', demoted: true }]
  })
}

/** The stricter `failOn` of both sides: a change does not loosen its own check. */
export function failOnOf(
  { before }: { readonly before: { readonly settings: Settings } | null },
  { settings }: { readonly settings: Settings },
): Settings['hooks']['failOn'] {
  return before?.settings.hooks.failOn === 'all' ? 'all' : settings.hooks.failOn
}

/** True for a finding that the change brings in any file: it is new, or its rule is always on. */
export function isOfChange({ rule, new: isNew }: Diagnostic): boolean {
  return isNew || ALWAYS_ON_RULES.includes(rule)
}

/** True when the commit changes a file, or one below a directory. */
function touches(path: string, before: Snapshot, after: Snapshot): boolean {
  const isChanged = (one: string): boolean => before.files.get(one)?.id !== after.files.get(one)?.id
  if (before.files.has(path) || after.files.has(path)) return isChanged(path)
  return filesBelow(after.files, path).some((one) => isChanged(one.path))
}

/** How many findings of each severity there are. */
export function countsOf(diagnostics: readonly Diagnostic[]): Pick<Summary, 'errors' | 'warnings' | 'infos'> {
  const count = (severity: Severity): number => diagnostics.filter((one) => one.severity === severity).length
  return { errors: count('error'), warnings: count('warning'), infos: count('info') }
}
