import { type Diagnostic, toDiagnostic } from './diagnostic.ts'
import type { Document, Suppression } from './document.ts'
import type { Memory } from './memory.ts'

/** Rules that say the check itself could not do its work: a comment in memory cannot silence them. */
const NEVER_SUPPRESSED: ReadonlySet<string> = new Set(['internal', 'unreadable', 'suppression'])

/**
 * Takes out what suppression comments cover, and reports the comments that give no reason or cover nothing.
 * `ran` names the rules that had their turn: a comment for a rule that did not run is not called unused.
 */
export function suppress(
  diagnostics: readonly Diagnostic[],
  memory: Memory,
  ran: ReadonlySet<string>,
): Diagnostic[] {
  const byPath = new Map(memory.documents.filter((d) => d.suppressions.length > 0).map((d) => [d.path, d]))
  if (byPath.size === 0) return [...diagnostics]
  const used = new Set<Suppression>()
  const kept = diagnostics.filter((diagnostic) => {
    const covering = byPath.get(diagnostic.path)?.suppressions.find((one) => covers(one, diagnostic))
    if (covering) used.add(covering)
    return !covering
  })
  return [...kept, ...[...byPath.values()].flatMap((document) => complaints(document, used, memory, ran))]
}

function covers(suppression: Suppression, { rule, line }: Diagnostic): boolean {
  if (NEVER_SUPPRESSED.has(rule) || suppression.reason === '') return false
  return suppression.rules.includes(rule) && line >= suppression.firstLine && line <= suppression.lastLine
}

function complaints(
  document: Document,
  used: ReadonlySet<Suppression>,
  memory: Memory,
  ran: ReadonlySet<string>,
): Diagnostic[] {
  const severity = memory.settings.rules.suppression ?? 'warning'
  if (severity === 'off') return []
  return document.suppressions.flatMap((one) => {
    const complaint = complaintOf(one, used.has(one), memory, ran)
    if (!complaint) return []
    const finding = { rule: 'suppression', severity, place: one.place, fixable: false, ...complaint }
    return [toDiagnostic(finding, document.path, document.layout)]
  })
}

function complaintOf(
  { rules, reason }: Suppression,
  isUsed: boolean,
  memory: Memory,
  ran: ReadonlySet<string>,
): { message: string; help: string } | null {
  if (reason === '') {
    return {
      message: 'Unexpected suppression without a reason, expected `RULE -- reason`',
      help: 'Write why after ` -- `; without a reason nothing is suppressed.',
    }
  }
  const judged = rules.filter((rule) => (!ran.has(rule) ? false : memory.settings.rules[rule] !== 'off'))
  if (isUsed || judged.length < rules.length) return null
  return {
    message: `Unexpected suppression of ${rules.join(', ')}: nothing here is reported by it`,
    help: 'Delete the comment, or correct the name of the rule.',
  }
}
