import { type Diagnostic, toDiagnostic } from './diagnostic.ts'
import type { Document, Suppression } from './document.ts'
import { DUTIES } from './duties.ts'
import type { Memory } from './memory.ts'

/** A comment cannot silence what is said of comments, either. */
const NEVER_SUPPRESSED: ReadonlySet<string> = new Set([...DUTIES, 'suppression'])

/** What is known of the rules. */
export type RulesKnown = {
  /** Every rule that there is. */
  readonly ids: ReadonlySet<string>
  /** Rules that had their turn: a comment for a rule that did not run is not called unused. */
  readonly ran: ReadonlySet<string>
}

/**
 * Takes out what suppression comments cover, and reports the comments that are misspelt, give no reason, or name a rule
 * that does not exist or reports nothing there.
 */
export function suppress(
  diagnostics: readonly Diagnostic[],
  memory: Memory,
  known: RulesKnown,
): Diagnostic[] {
  const byPath = new Map(memory.documents.filter((d) => d.suppressions.length > 0).map((d) => [d.path, d]))
  if (byPath.size === 0) return [...diagnostics]
  const used: Used = new Map()
  const kept = diagnostics.filter((diagnostic) => {
    const covering = byPath.get(diagnostic.path)?.suppressions.find((one) => covers(one, diagnostic))
    if (covering) used.set(covering, (used.get(covering) ?? new Set()).add(diagnostic.rule))
    return !covering
  })
  return [
    ...kept,
    ...[...byPath.values()].flatMap((document) => complaints(document, used, { memory, known })),
  ]
}

/** The rules by which each comment took something out. */
type Used = Map<Suppression, Set<string>>

type Around = { readonly memory: Memory; readonly known: RulesKnown }

type Complaint = { readonly message: string; readonly help: string }

function covers(suppression: Suppression, { rule, line }: Diagnostic): boolean {
  if (NEVER_SUPPRESSED.has(rule) || suppression.reason === '') return false
  return suppression.rules.includes(rule) && line >= suppression.firstLine && line <= suppression.lastLine
}

function complaints(document: Document, used: Used, around: Around): Diagnostic[] {
  const severity = around.memory.settings.rules.suppression ?? 'warning'
  if (severity === 'off') return []
  return document.suppressions.flatMap((one) =>
    complaintsOf(one, used.get(one) ?? new Set(), around).map((complaint) => {
      const finding = { rule: 'suppression', severity, place: one.place, fixable: false, ...complaint }
      return toDiagnostic(finding, document.path, document.layout)
    }),
  )
}

function complaintsOf(
  { rules, reason, unknown }: Suppression,
  used: ReadonlySet<string>,
  { memory, known }: Around,
): Complaint[] {
  if (unknown !== undefined) return [misspelt(unknown)]
  if (reason === '') return [WITHOUT_REASON]
  const named = [...new Set(rules)]
  const strange = named.filter((rule) => !known.ids.has(rule))
  const idle = named.filter(
    (rule) => known.ran.has(rule) && !used.has(rule) && memory.settings.rules[rule] !== 'off',
  )
  return [...strange.map(unknownRule), ...(idle.length > 0 ? [coversNothing(idle)] : [])]
}

function misspelt(keyword: string): Complaint {
  if (keyword === 'memkeep-removed') {
    return {
      message: 'Unexpected memkeep-removed, expected it in a log of entries alone',
      help: 'Delete it; here it stands for nothing.',
    }
  }
  return {
    message: `Unexpected ${keyword}, expected memkeep-disable or memkeep-disable-next-line`,
    help: 'Correct the word; as it is, nothing is suppressed.',
  }
}

const WITHOUT_REASON: Complaint = {
  message: 'Unexpected suppression without a reason, expected `RULE -- reason`',
  help: 'Write why after ` -- `; without a reason nothing is suppressed.',
}

function unknownRule(rule: string): Complaint {
  return {
    message: `Unexpected rule ${rule}, expected the name of a rule that exists`,
    help: 'Correct the name: `memkeep explain` lists the known rules.',
  }
}

function coversNothing(rules: readonly string[]): Complaint {
  return {
    message: `Unexpected suppression of ${rules.join(', ')}: nothing here is reported by it`,
    help: 'Take the rule out of the comment, or delete the comment.',
  }
}
