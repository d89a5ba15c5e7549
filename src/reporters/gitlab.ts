import type { Diagnostic, Severity } from '../core/diagnostic.ts'
import type { Report } from '../core/report.ts'
import { safeJson } from './json.ts'
import { shownAdvice } from './wording.ts'

/** GitLab's severities; it has five, from `info` to `blocker`. */
const SEVERITIES: { readonly [severity in Severity]: string } = {
  error: 'major',
  warning: 'minor',
  info: 'info',
}

/** The report as GitLab's Code Quality JSON; GitLab shows one finding for each fingerprint. */
export function gitlab({ diagnostics }: Report, fingerprints: ReadonlyMap<Diagnostic, string>): string {
  return safeJson(
    diagnostics.map((one) => ({
      description: shownAdvice(one),
      check_name: one.rule,
      fingerprint: fingerprints.get(one) ?? '',
      severity: SEVERITIES[one.severity],
      location: { path: one.path, lines: { begin: one.line, end: one.endLine } },
    })),
  )
}
