import { compareText, type Edit, groupBy, type Place } from './text.ts'

/** How bad a problem is. In settings a rule can also be `off`. */
export type Severity = 'error' | 'warning' | 'info'

/**
 * What several places in a row have in common that one finding speaks of, and how many they are. Findings of one shape count
 * together: one place fewer makes nothing new of those that are left, and one more is not lost in their number.
 */
export type Alike = { readonly shape: string; readonly count: number }

/** One problem in one file, before it is known whose file it is. */
export type Finding = {
  readonly rule: string
  readonly severity: Severity
  readonly place: Place
  /** What is wrong: one sentence in the present tense, without a full stop. Untrusted text in it is escaped when it is printed. */
  readonly message: string
  /** What to do about it, in one sentence. */
  readonly help: string
  /** `check --fix` can fix it. */
  readonly fixable: boolean
  readonly alike?: Alike
  /** The fix, as splices of the text that was checked. Present only right after a document was parsed; never cached. */
  readonly edits?: readonly Edit[]
}

/** One reported problem, as plain data; its keys but `alike`, `item` and `demoted` are the stable JSON of `check`. */
export type Diagnostic = Place & {
  /** Relative to the repository root, with `/`; `.` for the repository as a whole. */
  readonly path: string
  /** `error`, `warning` or `info`. */
  readonly severity: Severity
  /** Its id, as the pages of rules have it. */
  readonly rule: string
  /** What is wrong: one sentence in the present tense, without a full stop. */
  readonly message: string
  /** What to do about it. */
  readonly help: string
  /** `check --fix` can fix it. */
  readonly fixable: boolean
  /** The layout that the file is of. */
  readonly layout: string
  /** Not found in the snapshot before; true when there is nothing to compare with. */
  readonly new: boolean
  /** Only the judgement by what held before the change finds it: the change itself would have hidden it. */
  readonly loosened?: true
  /** An error that was there before the commit that is checked, and is a warning there. */
  readonly demoted?: true
  /** Present where it may speak of several places. */
  readonly alike?: Alike
  /** The key of the item that begins at its line: what is said of another item is another finding. */
  readonly item?: string
}

/** How many places a finding speaks of. */
export function placesOf({ alike }: Diagnostic): number {
  return alike?.count ?? 1
}

/** Total order: path, line, column, rule, then everything else that can differ. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.path, b.path) ||
    a.line - b.line ||
    a.column - b.column ||
    compareText(a.rule, b.rule) ||
    a.endLine - b.endLine ||
    a.endColumn - b.endColumn ||
    compareText(a.message, b.message) ||
    compareText(a.layout, b.layout)
  )
}

/** The findings of parts that were judged by themselves, in their order: one of the whole repository is reported once. */
export function joinDiagnostics(
  parts: readonly (readonly Diagnostic[])[],
  others: readonly Diagnostic[],
): readonly Diagnostic[] {
  const said = new Set<string>()
  const once = parts.flat().filter((one) => {
    if (one.path !== '.') return true
    const text = JSON.stringify(one)
    return !said.has(text) && said.add(text)
  })
  return [...once, ...others].sort(compareDiagnostics)
}

/** What findings are counted by; `general`: of the whole repository. */
const COUNTED = {
  errors: ({ severity }: Diagnostic) => severity === 'error',
  warnings: ({ severity }: Diagnostic) => severity === 'warning',
  infos: ({ severity }: Diagnostic) => severity === 'info',
  fixable: ({ fixable }: Diagnostic) => fixable,
  general: ({ path }: Diagnostic) => path === '.',
}

/** How many findings there are. */
export type DiagnosticCounts = { readonly [what in keyof typeof COUNTED]: number }

/** Counts findings, and adds what is known of others. */
export function countDiagnostics(
  diagnostics: readonly Diagnostic[],
  others: readonly DiagnosticCounts[] = [],
): DiagnosticCounts {
  const count = (what: keyof DiagnosticCounts): number =>
    others.reduce((sum, one) => sum + one[what], diagnostics.filter(COUNTED[what]).length)
  return {
    errors: count('errors'),
    warnings: count('warnings'),
    infos: count('infos'),
    fixable: count('fixable'),
    general: count('general'),
  }
}

/** Gives a finding its file. */
export function toDiagnostic(finding: Finding, path: string, layout: string): Diagnostic {
  const { place, rule, severity, message, help, fixable, alike } = finding
  return {
    path,
    line: place.line,
    column: place.column,
    endLine: place.endLine,
    endColumn: place.endColumn,
    severity,
    rule,
    message,
    help,
    fixable,
    layout,
    new: true,
    ...(alike && { alike }),
  }
}

/** Diagnostics, or what else has a path, by their file: files and what they have in the order given. */
export function groupByPath<T extends { readonly path: string }>(
  diagnostics: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  return groupBy(diagnostics, ({ path }) => path)
}

/** So many findings of one rule in one file say all there is to say; the last one says how many more there are. */
export const MOST_PER_RULE = 500

/** The findings of one file, of each rule the first ones in the order given. */
export function capFindings(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= MOST_PER_RULE) return findings
  const counts = countByRule(findings)
  const seen = new Map<string, number>()
  return findings.flatMap((finding) => {
    const number = (seen.get(finding.rule) ?? 0) + 1
    seen.set(finding.rule, number)
    const more = (counts.get(finding.rule) ?? 0) - MOST_PER_RULE
    if (number < MOST_PER_RULE || more <= 0) return number <= MOST_PER_RULE ? [finding] : []
    if (number > MOST_PER_RULE) return []
    return [{ ...finding, message: `${finding.message} (and ${more} more of this rule in this file)` }]
  })
}

/** How many findings each rule has. */
export function countByRule(findings: readonly { readonly rule: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return counts
}

/** How many places there are of each finding, by identity. */
type FindingCounts = ReadonlyMap<string, number>

/** Counts findings by identity. */
export function countFindings(diagnostics: readonly Diagnostic[]): FindingCounts {
  const counts = new Map<string, number>()
  for (const one of diagnostics)
    counts.set(findingIdentity(one), (counts.get(findingIdentity(one)) ?? 0) + placesOf(one))
  return counts
}

/** The findings that were known before: the first ones of each identity, up to its earlier number of places. */
export function findingsBefore(found: readonly Diagnostic[], before: FindingCounts): ReadonlySet<Diagnostic> {
  const left = new Map(before)
  return new Set(
    found.filter((one) => {
      const count = left.get(findingIdentity(one)) ?? 0
      const isOld = count >= placesOf(one)
      if (isOld) left.set(findingIdentity(one), count - placesOf(one))
      return isOld
    }),
  )
}

/** Lines in a message: what it says is the same where they have moved. */
const LINES = /\b(lines?) \d+(?:(?:, | and | to )\d+)*|(\.[a-z]{1,5}):\d+\b/g

/** A message without the numbers of lines. */
export function withoutLines(message: string): string {
  return message.replace(LINES, '$1$2')
}

/** The identity of a finding: path, rule, layout, item and message, without any line. */
export function findingIdentity({ path, rule, message, layout, alike, item }: Diagnostic): string {
  return JSON.stringify(
    alike ? [path, rule, layout, alike.shape, 'alike'] : [path, rule, withoutLines(message), layout, item],
  )
}
