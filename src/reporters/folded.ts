import type { Diagnostic } from '../core/diagnostic.ts'

/** So many findings of one rule in one file are shown; the rest says nothing that these do not. */
const MOST_ALIKE = 10

/**
 * The diagnostics that are worth a line: every error, and of each file and rule the first ten warnings and infos that
 * are new and the first ten that are not.
 */
export function folded(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Map<string, number>()
  return diagnostics.filter(({ path, rule, severity, new: isNew }) => {
    if (severity === 'error') return true
    const key = `${isNew} ${rule} ${path}`
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count <= MOST_ALIKE
  })
}
