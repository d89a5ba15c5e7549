import { type OutcomeCache, openOutcomeCache } from '../cache/parts.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Project } from '../snapshot/project.ts'
import { type Checked, checkMemory } from './check-snapshot.ts'
import { factsVersion } from './facts.ts'
import type { MemoryContext, MemoryView } from './load-options.ts'
import { outcomeByParts } from './parts/outcome-by-parts.ts'

/** What a check came to, small enough to be kept whole. */
export type Outcome = {
  readonly diagnostics: readonly Diagnostic[]
  /** Every document that was looked at, with how many items it holds, and how many headings look like one. */
  readonly counts: readonly (readonly [path: string, items: number, headings: number])[]
  /** A path of each part with derived files that are not what a rebuild gives, where parts were judged. */
  readonly stale?: readonly string[]
  /** Paths of documents that only the other side of the check has. */
  readonly gone: readonly string[]
  /** Paths of documents whose facts no earlier run had found. */
  readonly fresh: readonly string[]
  /** The same files will come to the same. */
  readonly repeatable: boolean
}

/** Checks one side, part by part where that can be. `project` is null when nothing may be kept. */
export async function outcomeOf(memory: MemoryView, project: Project | null): Promise<Outcome> {
  if (!memory.focus && !memory.facts.lacks) {
    return outcomeByParts(memory, memory, outcomesOf(memory, project))
  }
  return outcomeOfChecked(await checkMemory(memory))
}

/** What a check came to without its documents. */
export function outcomeOfChecked({ diagnostics, documents, fresh, gone, repeatable }: Checked): Outcome {
  const counts = documents.map(
    ({ path, items, unread }) => [path, items.length, items.length + unread.length] as const,
  )
  return { diagnostics, counts, gone, fresh, repeatable }
}

/** The outcomes of parts that are kept for a project; null keeps none. */
export function outcomesOf(
  { settings, parser = 'auto' }: MemoryContext,
  project: Project | null,
): OutcomeCache {
  const commonDir = project?.repository?.commonDir
  return commonDir === undefined
    ? { get: () => null, knows: () => false, put: () => undefined, save: () => undefined }
    : openOutcomeCache(commonDir, factsVersion({ settings, parser }))
}
