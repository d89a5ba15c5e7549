import { compareDiagnostics, type Diagnostic } from '../core/diagnostic.ts'
import type { Document } from '../core/document.ts'
import type { Layout } from '../core/layout.ts'
import { lint } from '../core/lint.ts'
import type { Memory } from '../core/memory.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { type Loaded, type LoadOptions, loadDocuments } from './load-documents.ts'
import { memoryOf } from './memories.ts'
import type { OpenSnapshot } from './real-snapshot.ts'
import { rootFindings } from './root-findings.ts'

/** Two sides of a check; `before` is null when there is nothing to compare with. */
export type Sides = {
  readonly after: OpenSnapshot
  readonly before: OpenSnapshot | null
  readonly merge: boolean
  readonly today: string
}

/** What a check found, and the memories that it looked at. */
export type Checked = {
  readonly diagnostics: readonly Diagnostic[]
  readonly documents: readonly Document[]
  /** Paths of documents whose facts were not known. */
  readonly fresh: readonly string[]
  /** How many files of memory there are, those out of focus included. */
  readonly claimed: number
  /** Paths of documents that only the other side has. */
  readonly gone: readonly string[]
  /** Nothing in it was a matter of time: the same check comes to the same. */
  readonly repeatable: boolean
  readonly memories: ReadonlyMap<Layout, Memory>
}

/** Checks one snapshot, or what became of another: the three stages over every layout, in total order. */
export async function checkSnapshot(
  { after, before, merge, today }: Sides,
  options: LoadOptions,
): Promise<Checked> {
  const loaded = await loadDocuments(after, options)
  const memories = memoriesOf(after, loaded, today, options)
  if (!before)
    return {
      ...loaded,
      gone: [],
      repeatable: isRepeatable(loaded),
      memories,
      diagnostics: await judge({ after, memories, options }),
    }
  const earlier = await loadDocuments(before, options)
  const repeatable = isRepeatable(loaded) && isRepeatable(earlier)
  const beforeMemories = memoriesOf(before, earlier, today, options)
  const known = await judge({ after: before, memories: beforeMemories, options })
  const found = await judge({ after, memories, options, beforeMemories, merge })
  const present = new Set(loaded.documents.map(({ path }) => path))
  return {
    ...loaded,
    gone: earlier.documents.map(({ path }) => path).filter((path) => !present.has(path)),
    repeatable,
    memories,
    diagnostics: markNew(found, known),
  }
}

function isRepeatable({ documents }: Loaded): boolean {
  return documents.every(({ transient }) => !transient)
}

function memoriesOf(
  snapshot: Snapshot,
  loaded: Loaded,
  today: string,
  options: LoadOptions,
): Map<Layout, Memory> {
  const { settings, layouts } = options
  const { documents } = loaded
  return new Map(
    layouts.map((layout) => [layout, memoryOf(layout, snapshot, { documents, settings, today })]),
  )
}

type Judged = {
  readonly after: OpenSnapshot
  readonly memories: ReadonlyMap<Layout, Memory>
  readonly options: LoadOptions
  readonly beforeMemories?: ReadonlyMap<Layout, Memory>
  readonly merge?: boolean
}

async function judge({
  after,
  memories,
  options,
  beforeMemories,
  merge = false,
}: Judged): Promise<Diagnostic[]> {
  const found = [...memories].flatMap(([layout, memory]) => {
    const before = beforeMemories?.get(layout)
    const rules = [...options.rules, ...layout.rules]
    return lint({ layout, memory, rules, ...(before && { change: { before, after: memory, merge } }) })
  })
  return [...found, ...(await rootFindings(after, options))].sort(compareDiagnostics)
}

/** A finding is new unless the snapshot before had one that says the same of the same file, whatever its line. */
function markNew(found: readonly Diagnostic[], known: readonly Diagnostic[]): Diagnostic[] {
  const left = new Map<string, number>()
  for (const one of known) left.set(sameness(one), (left.get(sameness(one)) ?? 0) + 1)
  return found.map((one) => {
    const count = left.get(sameness(one)) ?? 0
    if (count > 0) left.set(sameness(one), count - 1)
    return count > 0 ? { ...one, new: false } : one
  })
}

function sameness({ path, rule, message, layout }: Diagnostic): string {
  return JSON.stringify([path, rule, message, layout])
}
