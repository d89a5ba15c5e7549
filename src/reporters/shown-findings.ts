import type { Diagnostic, Severity } from '../core/diagnostic.ts'
import { counted } from './counted.ts'

const RANK: { readonly [severity in Severity]: number } = { error: 0, warning: 1, info: 2 }

/** Errors first, and of each severity what is new first; what is alike in both stays in the order given. */
export function worstFirst(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort((a, b) => RANK[a.severity] - RANK[b.severity] || Number(b.new) - Number(a.new))
}

/** `2 errors, 1 warning`; empty for none. */
export function countedBySeverity(diagnostics: readonly Diagnostic[]): string {
  const words: readonly Severity[] = ['error', 'warning', 'info']
  return words
    .map((severity) => ({
      severity,
      count: diagnostics.filter((one) => one.severity === severity).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => counted(count, severity))
    .join(', ')
}

/** So many findings of one rule in one file are shown; the rest says nothing that these do not. */
const MOST_ALIKE = 10

/**
 * The diagnostics that are worth a line: every error, and of each file and rule the first ten warnings and infos that
 * are new and the first ten that are not.
 */
export function findingsToList(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Map<string, number>()
  return diagnostics.filter(({ path, rule, severity, new: isNew }) => {
    if (severity === 'error') return true
    const key = `${isNew} ${rule} ${path}`
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count <= MOST_ALIKE
  })
}

const MOST_FILES = 50
const MOST_FINDINGS = 200

/**
 * The diagnostics that are worth a frame: errors and warnings with a place of their own, of the first 50 files and
 * 200 findings. Past that nobody reads frames, and reading the files would cost more than the check.
 */
export function findingsToFrame(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const files = new Set<string>()
  const chosen: Diagnostic[] = []
  for (const diagnostic of diagnostics) {
    if (chosen.length === MOST_FINDINGS) break
    if (!hasPlace(diagnostic)) continue
    if (files.size === MOST_FILES && !files.has(diagnostic.path)) break
    files.add(diagnostic.path)
    chosen.push(diagnostic)
  }
  return chosen
}

/** What no output repeats: it may be kept for years where everybody reads it. */
const SECRET = 'no-secret'

function hasPlace({ rule, path, severity, line, column, endLine, endColumn }: Diagnostic): boolean {
  const wholeFile = line === 1 && column === 1 && endLine === 1 && endColumn === 1
  return rule !== SECRET && severity !== 'info' && path !== '.' && !wholeFile
}

/** What a report says of new and old findings. */
export type AgainstBase = {
  /** There was a side before, so that new findings and old ones can be told apart. */
  readonly markNew: boolean
  /** Whether a finding makes the run fail. */
  readonly fails: (one: Diagnostic) => boolean
}

/** True of what was there before and fails no run: it is told, but not as something to mend now. */
export function isForgiven(one: Diagnostic, { markNew, fails }: AgainstBase): boolean {
  return markNew && !one.new && !fails(one)
}
