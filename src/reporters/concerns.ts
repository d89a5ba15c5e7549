import type { MemoryOverview } from '../core/memory-overview.ts'
import { planAge } from '../core/plan-status.ts'
import type { MemoryReport } from '../core/report.ts'

/** What there is to look at in a memory besides its findings, counted. */
type Concerns = {
  /** Parts of hot memory over a limit of lines or tokens. */
  readonly over: number
  /** Files that an agent loads in part. */
  readonly cut: number
  /** Logs with more items than their threshold. */
  readonly grown: number
  /** Open plans that are stale. */
  readonly stale: number
}

export function concernsOf({ overviews, today }: MemoryReport): Concerns {
  const over = overviews
    .flatMap(({ budgets }) => budgets)
    .filter(({ lines, tokens, mostLines, mostTokens }) => {
      return (mostLines !== null && lines > mostLines) || (mostTokens !== null && tokens > mostTokens)
    })
  const grown = overviews.flatMap(({ logs }) => logs).filter(({ items, most }) => items > most)
  const stale = overviews.flatMap(({ plans }) => plans).filter((plan) => planAge(plan, today).stale)
  return { over: over.length, cut: cutFiles(overviews).length, grown: grown.length, stale: stale.length }
}

function cutFiles(overviews: readonly MemoryOverview[]): string[] {
  const cut = overviews
    .flatMap((overview) => overview.loads ?? [])
    .flatMap(({ files }) => files.filter(({ lost }) => lost !== null))
  return [...new Set(cut.map(({ path }) => path))]
}
