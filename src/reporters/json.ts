import type { Diagnostic } from '../core/diagnostic.ts'
import type { Report } from '../core/report.ts'
import { safeText } from '../core/safe-text.ts'

/** The report as one line of JSON. Its keys are stable: scripts read them. */
export function json({ version, diagnostics, summary }: Report): string {
  const { documents, items, errors, warnings, infos, fixed, cached, headings, seconds, known } = summary
  return safeJson({
    version,
    diagnostics: diagnostics.map(stableDiagnostic),
    summary: { documents, items, errors, warnings, infos, fixed, cached, headings, seconds, known },
  })
}

/**
 * A value as one line of JSON in which every control, bidi or invisible character is written `\uXXXX`. That is the
 * same value to a parser: outside strings JSON holds none of these characters.
 */
export function safeJson(value: unknown): string {
  return `${safeText(JSON.stringify(value))}\n`
}

/** A diagnostic's stable keys, in their documented order. */
export function stableDiagnostic(diagnostic: Diagnostic): Diagnostic {
  const { path, line, column, endLine, endColumn, severity, rule, message, help, fixable, layout } =
    diagnostic
  return {
    path,
    line,
    column,
    endLine,
    endColumn,
    severity,
    rule,
    message,
    help,
    fixable,
    layout,
    new: diagnostic.new,
    ...(diagnostic.loosened && { loosened: true as const }),
  }
}
