import { compareText, type Edit } from './edit.ts'
import type { Place } from './place.ts'

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
  /** What is wrong: one sentence, "Unexpected X, expected Y". Untrusted text in it is escaped when it is printed. */
  readonly message: string
  /** What to do about it, in one sentence. */
  readonly help: string
  /** `check --fix` can mend it. */
  readonly fixable: boolean
  readonly alike?: Alike
  /** The mend, as splices of the text that was checked. Present only right after a document was parsed; never cached. */
  readonly edits?: readonly Edit[]
}

/** One reported problem, as plain data; its keys but `alike`, `item` and `demoted` are the stable JSON of `check`. */
export type Diagnostic = Place & {
  /** Relative to the repository root, with `/`; `.` for the repository as a whole. */
  readonly path: string
  readonly severity: Severity
  readonly rule: string
  readonly message: string
  readonly help: string
  readonly fixable: boolean
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
