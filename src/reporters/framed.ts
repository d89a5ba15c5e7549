import type { Diagnostic } from '../core/diagnostic.ts'

const MOST_FILES = 50
const MOST_FINDINGS = 200

/**
 * The diagnostics that are worth a frame: errors and warnings with a place of their own, of the first 50 files and
 * 200 findings. Past that nobody reads frames, and reading the files would cost more than the check.
 */
export function framed(diagnostics: readonly Diagnostic[]): Diagnostic[] {
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
