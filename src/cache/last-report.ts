import { type Diagnostic, type DiagnosticCounts, joinDiagnostics } from '../core/diagnostic.ts'
import type { Summary } from '../core/report.ts'
import { once } from '../core/text.ts'
import { type Packed, packedFile } from './checked-file.ts'

/** What a report depends on that neither git's status nor its index shows. */
export type CachePreconditions = {
  /** Paths that do not exist: files there would be checked although git does not list them. */
  readonly absent: readonly string[]
  /** `.gitattributes` files, which convert no contents that are read. */
  readonly attributes: readonly string[]
  /** Of the files that are read, in lower case. */
  readonly extensions: readonly string[]
  /** The files of settings. */
  readonly settings: readonly string[]
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

/** The findings of a part. */
type PartFindings = {
  readonly counts: DiagnosticCounts
  /** Read when they are asked for. */
  readonly diagnostics: () => readonly Diagnostic[]
}

/** The outcome of a part: a tuple, because there are many. */
export type PartSum = readonly [
  name: string,
  documents: number,
  items: number,
  headings: number,
  findings?: PartFindings,
]

/** The report of the last check of a whole work tree. Losing it costs time only. */
export type LastReport = {
  readonly state: WorkTreeState
  readonly preconditions: CachePreconditions
  readonly summary: Summary
  /** Findings that `--fix` can fix. */
  readonly fixable: number
  /** Why dead references were not looked for; absent where they were. */
  readonly unproven?: string | undefined
  /** What is reported in addition to the findings of all parts; null where not all of these are reported as they are. */
  readonly besides: readonly Diagnostic[] | null
  /** All that is reported; read when it is asked for. */
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

type Head = Omit<LastReport, 'diagnostics' | 'parts'>

/** A part; the findings of those that have counts follow, in the same order. */
type KeptPart = readonly [
  name: string,
  documents: number,
  items: number,
  headings: number,
  counts?: DiagnosticCounts,
]

/** Opens the cache in git's directory of one work tree. The file of another version counts as damaged. */
export function openLastReport(gitDir: string, version: string): LastReportCache {
  const file = packedFile(gitDir, 'last-report', version)
  return {
    get: () => {
      const [first, reported, table, ...findings] = file.read() ?? []
      if (!first || !reported || !table) return null
      const head = first() as Head
      const parts = once(() => partsOf(table() as readonly KeptPart[], findings))
      const { besides } = head
      const diagnostics = once(() =>
        besides === null
          ? (reported() as readonly Diagnostic[])
          : joinDiagnostics(
              parts().map(([, , , , found]) => found?.diagnostics() ?? []),
              besides,
            ),
      )
      return { ...head, diagnostics, parts }
    },
    put: ({ diagnostics, parts, ...head }) => {
      const all = parts()
      const table = all.map(([name, documents, items, headings, found]) =>
        found ? [name, documents, items, headings, found.counts] : [name, documents, items, headings],
      )
      const findings = all.flatMap(([, , , , found]) => found ?? [])
      file.write([
        head,
        head.besides === null ? diagnostics() : [],
        table,
        ...findings.map((one) => packedOf.get(one) ?? one.diagnostics()),
      ])
    },
  }
}

/** Findings as they lie in the file that they were read from: those of a part that was not judged again are copied. */
const packedOf = new WeakMap<PartFindings, Packed>()

function partsOf(table: readonly KeptPart[], findings: readonly Packed[]): readonly PartSum[] {
  let next = 0
  return table.map(([name, documents, items, headings, counts]) => {
    const packed = counts && findings[next++]
    if (!packed) return [name, documents, items, headings]
    const found = { counts, diagnostics: once(() => packed() as readonly Diagnostic[]) }
    packedOf.set(found, packed)
    return [name, documents, items, headings, found]
  })
}
