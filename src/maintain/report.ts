import { basename } from 'node:path'
import type { Memory } from '../core/document.ts'
import type { MemoryOverview } from '../core/memory-overview.ts'
import { type CodeReport, itemCounts, type MemoryReport } from '../core/report.ts'
import { checkMemory } from '../engine/check-memory.ts'
import { countsOf } from '../engine/check-request.ts'
import type { Questions } from '../engine/context.ts'
import { growthOf } from '../engine/growth.ts'
import { assertMemory, type MemoryRequest, openMemory } from '../engine/open-memory.ts'
import { overviewsOf, partsOfFindings } from '../engine/overview.ts'
import { redactedData } from '../engine/redacted.ts'
import { nearTags } from '../retrieval/near-tags.ts'
import type { OpenSnapshot } from '../snapshot/project.ts'

/**
 * The state of the memory in the work tree: the overview of every layout, and the findings of a check. Writes no
 * file. Throws `UserError` where there is no memory.
 */
export async function runReport(options: MemoryRequest): Promise<MemoryReport> {
  const started = performance.now()
  const memory = await openMemory({ ...options, proves: 'history' })
  const { project, ask } = memory
  const { diagnostics, documents, fresh, memories } = await checkMemory(memory)
  assertMemory(memory, documents.length, diagnostics)
  memory.facts.save?.()
  const summary = {
    ...countsOf(diagnostics),
    documents: documents.length,
    ...itemCounts(documents),
    cached: documents.length - fresh.length,
    fixed: 0,
    seconds: Math.round(performance.now() - started) / 1000,
  }
  const overviews = overviewsOf(memories, diagnostics)
  const code = await codeOf([...memories.values()], overviews, {
    snapshot: memory.after,
    history: ask?.history,
  })
  const growth = await growthOf(overviews, { ...options, project })
  return redactedData({
    version: 1,
    name: basename(project.root),
    today: options.today,
    report: { version: 1, diagnostics, summary },
    overviews,
    ...(code && { code }),
    ...(growth.length > 0 && { atStart: growth }),
    nearTags: nearTags(overviews.flatMap(({ tags }) => tags)),
    parts: partsOfFindings(memories, diagnostics),
    suppressions: documents.flatMap(({ path, suppressions }) =>
      suppressions.map(({ place: { line }, rules, reason }) => ({ path, line, rules, reason })),
    ),
  })
}

type Around = { readonly snapshot: OpenSnapshot; readonly history: Questions['history'] | undefined }

async function codeOf(
  memories: readonly Memory[],
  overviews: readonly MemoryOverview[],
  { snapshot, history }: Around,
): Promise<CodeReport | null> {
  if (!history) return null
  const { codeReport } = await import('../engine/asked-history.ts')
  return codeReport(memories, { snapshot, history, overviews })
}
