import { openResultCache } from '../cache/result-cache.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { checkKey } from './check-key.ts'
import { checkSnapshot, type Sides } from './check-snapshot.ts'
import type { LoadOptions } from './load-documents.ts'
import type { Project } from './project.ts'

/** What a check came to. */
export type Outcome = {
  readonly diagnostics: readonly Diagnostic[]
  /** Documents and items that were looked at, and documents on the other side of the check. */
  readonly documents: number
  readonly items: number
  readonly before: number
  /** Documents whose facts an earlier run had found. */
  readonly cached: number
}

/**
 * Checks two sides, or remembers what checking exactly these came to: the check is a pure function of what its key
 * names. `project` is null when nothing may be kept.
 */
export async function outcomeOf(sides: Sides, load: LoadOptions, project: Project | null): Promise<Outcome> {
  const kept = project?.repository ? openResultCache(project.repository.commonDir) : null
  const key = kept && (await checkKey(sides, load))
  const known = key && kept.get(key)
  if (known) return remembered(known)
  const { diagnostics, documents, cached, before, repeatable } = await checkSnapshot(sides, load)
  const items = documents.reduce((sum, document) => sum + document.items.length, 0)
  const outcome = { diagnostics, documents: documents.length, items, before, cached }
  if (key && repeatable) kept.put(key, JSON.stringify(outcome))
  return outcome
}

function remembered(json: string): Outcome {
  const outcome = JSON.parse(json) as Outcome
  return { ...outcome, cached: outcome.documents }
}
