import type { Diagnostic } from '../core/diagnostic.ts'
import type { Summary } from '../core/report.ts'
import { packedFile } from './packed-file.ts'

/** What a report depends on that neither git's status nor its index shows. */
export type CachePreconditions = {
  /** Paths that do not exist: files there would be checked although git does not list them. */
  readonly absent: readonly string[]
  /** `.gitattributes` files, which convert no contents that are read. */
  readonly attributes: readonly string[]
  /** Of the files that are read, in lower case. */
  readonly extensions: readonly string[]
}

/** What names the state of a work tree, and all else that its report depends on but the preconditions. */
export type WorkTreeState = {
  /** The index, the day, what the check was asked. */
  readonly basis: string
  /** How the work tree differs from the index; a character is a byte. */
  readonly status: string
  /** What there is at the paths that differ. */
  readonly named: readonly (readonly [path: string, mode: string, content: string])[]
}

/** The outcome of a part: a tuple, because there are many. */
export type PartSum = readonly [
  name: string,
  documents: number,
  items: number,
  headings: number,
  ...diagnostics: readonly Diagnostic[],
]

/** The report of the last check of a whole work tree. Losing it costs time only. */
export type LastReport = {
  readonly state: WorkTreeState
  readonly preconditions: CachePreconditions
  readonly summary: Summary
  /** Findings that `--fix` can fix. */
  readonly fixable: number
  /** Read when they are asked for. */
  readonly diagnostics: () => readonly Diagnostic[]
  /** The outcome of every part; read when it is asked for. */
  readonly parts: () => readonly PartSum[]
}

/** Where the last report of a work tree is kept. */
export type LastReportCache = {
  /** Null when there is none, or it is damaged. */
  get(): LastReport | null
  put(last: LastReport): void
}

/** Opens the cache in git's directory of one work tree. The file of another version counts as damaged. */
export function openLastReport(gitDir: string, version: string): LastReportCache {
  const file = packedFile(gitDir, 'last-report', version)
  return {
    get: () => {
      const [head, found, parts] = file.read() ?? []
      if (!head || !found || !parts) return null
      const diagnostics = found as LastReport['diagnostics']
      return {
        ...(head() as Omit<LastReport, 'diagnostics' | 'parts'>),
        diagnostics,
        parts: () => withDiagnostics(parts() as readonly KeptPart[], diagnostics()),
      }
    },
    put: ({ diagnostics, parts, ...head }) => {
      const reported = diagnostics()
      file.write([head, reported, withNumbers(parts(), reported)])
    },
  }
}

/** A part with the numbers of its diagnostics among those that are reported. */
type KeptPart = readonly [
  name: string,
  documents: number,
  items: number,
  headings: number,
  ...diagnostics: readonly (Diagnostic | number)[],
]

function withNumbers(parts: readonly PartSum[], reported: readonly Diagnostic[]): readonly KeptPart[] {
  const numbers = new Map(reported.map((one, i) => [one, i]))
  return parts.map(([name, documents, items, headings, ...diagnostics]) => [
    name,
    documents,
    items,
    headings,
    // A known finding is not reported, nor one whose text was redacted.
    ...diagnostics.map((one) => numbers.get(one) ?? one),
  ])
}

function withDiagnostics(parts: readonly KeptPart[], reported: readonly Diagnostic[]): readonly PartSum[] {
  return parts.map(([name, documents, items, headings, ...diagnostics]) => [
    name,
    documents,
    items,
    headings,
    ...diagnostics.flatMap((one) => (typeof one === 'number' ? (reported[one] ?? []) : one)),
  ])
}
