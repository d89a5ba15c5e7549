import { type Diagnostic, toDiagnostic } from './diagnostic.ts'
import type { Change, Document, Memory, Suppression } from './document.ts'
import { ALWAYS_ON_RULES, LOOSENED_RULE, NOT_SUPPRESSED_AT_ONCE } from './rule.ts'

/** A comment cannot silence what is said of comments, either. */
const NEVER_SUPPRESSED: ReadonlySet<string> = new Set([...ALWAYS_ON_RULES, 'suppression', LOOSENED_RULE])

/** What is known of the rules. */
type RulesKnown = {
  /** Every rule that there is. */
  readonly ids: ReadonlySet<string>
  /** Rules that had their turn: a comment for a rule that did not run is not called unused. */
  readonly ran: ReadonlySet<string>
  /** Rules about a change: what a merge did is not a comment's to silence. */
  readonly ofChange?: ReadonlySet<string>
}

/** What a check depends on, other than the rules. */
type SuppressOptions = {
  /** Where a change is judged: a comment that it adds counts less than one that was there. */
  readonly change?: Change | undefined
  /** The change has been let in already: what it adds counts. */
  readonly isLetIn?: boolean | undefined
  /** The change adds nothing else: `loosened: error` does not refuse it. */
  readonly isAlone?: boolean | undefined
  /** No comment counts. */
  readonly ignore?: boolean | undefined
}

/**
 * Takes out what suppression comments cover, and reports the comments that are misspelt, give no reason, or name a rule
 * that does not exist or reports nothing there. In a change, every comment that it adds is named, and one that would
 * silence `no-secret`, `history`, `item-lost`, `file-lost`, `merge-doubled` or `merge-invented` has no effect yet: the finding stays, as `loosened`.
 */
export function suppress(
  diagnostics: readonly Diagnostic[],
  memory: Memory,
  known: RulesKnown,
  { change, isLetIn = false, isAlone = false, ignore = false }: SuppressOptions = {},
): Diagnostic[] {
  if (ignore) return [...diagnostics]
  const byPath = new Map(memory.documents.filter((d) => d.suppressions.length > 0).map((d) => [d.path, d]))
  if (byPath.size === 0) return [...diagnostics]
  const used: Used = new Map()
  const isOld: IsOld = change ? oldSuppressions(change) : () => true
  const refuses = change !== undefined && !isLetIn && change.before.settings.ci.newSuppressions === 'refuse'
  const kept = diagnostics.flatMap((diagnostic) => {
    const document = byPath.get(diagnostic.path)
    if (!document) return [diagnostic]
    const covering = document.suppressions.filter((one) => covers(one, diagnostic))
    const old = covering.find((one) => isOld(document, one))
    const one = old ?? covering[0]
    if (!one) return [diagnostic]
    use(used, one, diagnostic)
    if (change?.merge && known.ofChange?.has(diagnostic.rule)) return [diagnostic]
    const isRefused = refuses && !old && NOT_SUPPRESSED_AT_ONCE.has(diagnostic.rule)
    return isRefused ? [{ ...diagnostic, loosened: true as const }] : []
  })
  const added = change ? newSuppressions([...byPath.values()], { change, isOld, isAlone, refuses, used }) : []
  return [
    ...kept,
    ...[...byPath.values()].flatMap((document) => complaints(document, used, { memory, known })),
    ...added,
  ]
}

type Adding = {
  readonly change: Change
  readonly isOld: IsOld
  readonly isAlone: boolean
  readonly refuses: boolean
  readonly used: Used
}

/** Names every comment that silences something, or would, and was not there before. */
function newSuppressions(
  documents: readonly Document[],
  { change, isOld, isAlone, refuses, used }: Adding,
): Diagnostic[] {
  const { [LOOSENED_RULE]: set } = change.before.settings.rules
  if (set === 'off') return []
  return documents.flatMap((document) =>
    document.suppressions.flatMap((one) => {
      const rules = [...(used.get(one) ?? [])].sort()
      if (rules.length === 0 || isOld(document, one)) return []
      const refused = refuses ? rules.filter((rule) => NOT_SUPPRESSED_AT_ONCE.has(rule)) : []
      const usual = refused.length > 0 ? 'warning' : 'info'
      const severity = set === undefined || (isAlone && set === 'error') ? usual : set
      const said =
        refused.length > 0
          ? withoutEffect(refused)
          : counted(rules, { ...one, isRefused: severity === 'error' })
      const finding = { rule: LOOSENED_RULE, severity, place: one.place, fixable: false, ...said }
      return [toDiagnostic(finding, document.path, document.layout)]
    }),
  )
}

function withoutEffect(rules: readonly string[]): Complaint {
  return {
    message: `New suppression of ${rules.join(', ')}: it has no effect in the change that adds it`,
    help: 'It counts from the next change on: the hook takes a commit as one, and CI a pull request with all its commits. Give the comment one of its own.',
  }
}

function counted(
  rules: readonly string[],
  { reason, isRefused }: { readonly reason: string; readonly isRefused: boolean },
): Complaint {
  const help = isRefused
    ? 'Merge the comment in a pull request of its own first: one of nothing else is not refused for it.'
    : ''
  return { message: `New suppression of ${rules.join(', ')}: ${reason}`, help }
}

function use(used: Used, suppression: Suppression, { rule }: Diagnostic): void {
  used.set(suppression, (used.get(suppression) ?? new Set()).add(rule))
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
      message: '`memkeep-removed` works only in a log of entries',
      help: 'Delete it; it has no effect here.',
    }
  }
  return {
    message: `The keyword ${keyword} is not memkeep-disable or memkeep-disable-next-line`,
    help: 'Correct the word; as it is, nothing is suppressed.',
  }
}

const WITHOUT_REASON: Complaint = {
  message: 'The suppression has no reason: its form is `RULE -- reason`',
  help: 'Write why after ` -- `; without a reason nothing is suppressed.',
}

function unknownRule(rule: string): Complaint {
  return {
    message: `The suppression names ${rule}, which is not a rule`,
    help: 'Correct the name: `memkeep explain` lists the known rules.',
  }
}

function coversNothing(rules: readonly string[]): Complaint {
  return {
    message: `The suppression of ${rules.join(', ')} covers no finding`,
    help: 'Take the rule out of the comment, or delete the comment.',
  }
}

/** Says of a suppression comment in the text after a change whether the text before had it already. */
type IsOld = (document: Document, suppression: Suppression) => boolean

/**
 * A comment is old where one of the sides before has the same comment in the same file (or in the same text under another
 * name), and it covers nothing that it did not cover there: the line below `memkeep-disable-next-line` is the same, or the
 * line above `memkeep-disable`, and all items that were above it still are.
 */
function oldSuppressions({ before, merge }: Change): IsOld {
  const sides = [before, ...(merge?.others ?? [])].map(({ documents }) => ({
    byPath: new Map(documents.map((document) => [document.path, document])),
    byId: new Map(documents.map((document) => [document.id, document])),
  }))
  return (document, suppression) =>
    sides.some(({ byPath, byId }) => {
      const old = byId.get(document.id) ?? byPath.get(document.path)
      return old?.suppressions.some(
        (one) => isSame(one, suppression) && !widens(old, one, document, suppression),
      )
    })
}

function isSame(a: Suppression, b: Suppression): boolean {
  const areAlike = a.anchor === b.anchor && a.isNextLine === b.isNextLine
  return areAlike && a.reason === b.reason && a.rules.join() === b.rules.join()
}

function widens(old: Document, before: Suppression, now: Document, after: Suppression): boolean {
  if (after.isNextLine) return false
  const above = namesAbove(now, after)
  return [...namesAbove(old, before)].some((name) => !above.has(name))
}

function namesAbove({ items }: Document, { firstLine }: Suppression): ReadonlySet<string> {
  return new Set(
    items.filter(({ place }) => place.line < firstLine).map(({ kind, key }) => `${kind}\0${key}`),
  )
}
