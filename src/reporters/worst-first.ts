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
