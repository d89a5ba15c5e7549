import type { Finding, Severity } from '../../core/diagnostic.ts'
import type { Document } from '../../core/document.ts'
import { severityOf } from '../../core/lint.ts'
import type { Rule } from '../../core/rule.ts'
import type { Settings } from '../../core/settings.ts'
import { WHOLE_FILE } from '../../core/text.ts'
import type { ClaimedFile } from '../context.ts'

/** A finding of the engine about a file, under one of its own rules. */
export type EngineFinding = {
  readonly rule: string
  readonly message: string
  readonly help: string
  /** Where it is not the rule's own; settings override both. */
  readonly severity?: Severity
}

/** Makes a finding about the file as a whole; null when settings turn the rule off. */
export function engineFinding(
  { rule: id, message, help, severity: own }: EngineFinding,
  rules: readonly Rule[],
  settings: Settings,
): Finding | null {
  const rule = rules.find((one) => one.id === id)
  const severity = rule ? severityOf(rule, own ? { severity: own } : {}, settings) : 'error'
  return severity && { rule: id, severity, place: WHOLE_FILE, message, help, fixable: false }
}

/** A claimed file that could not be read, as a document: it counts, it is reported, and nothing is known of it. */
export function unreadDocument({ file, layout, claim }: ClaimedFile, findings: readonly Finding[]): Document {
  return {
    path: file.path,
    id: file.id ?? '',
    layout: layout.id,
    kind: claim.kind,
    scope: claim.scope,
    lines: 0,
    tokens: 0,
    frontMatter: null,
    items: [],
    unread: [],
    links: [],
    dates: [],
    suppressions: [],
    facts: null,
    complete: false,
    findings,
  }
}
