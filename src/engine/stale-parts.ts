import type { Diagnostic } from '../core/diagnostic.ts'
import type { Project } from '../snapshot/project.ts'
import { focusOnFiles } from './focus.ts'
import type { Focus, MemoryView } from './load-options.ts'
import { outcomesOf } from './outcome.ts'
import { outcomeByParts } from './parts/outcome-by-parts.ts'

/** Which parts of a memory have derived files that are stale, and how much there was to look at. */
export type StaleParts = {
  readonly focus: Focus
  readonly documents: number
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Finds the parts whose derived files are not what a rebuild gives. Most parts are as an earlier run judged them, and are not
 * looked at again; `project` is null when nothing may be kept.
 */
export async function staleParts(memory: MemoryView, project: Project | null): Promise<StaleParts> {
  const outcome = await outcomeByParts(memory, memory, outcomesOf(memory, project))
  return {
    focus: focusOnFiles(outcome.stale ?? [], memory),
    documents: outcome.counts.length,
    diagnostics: outcome.diagnostics,
  }
}
