import { basename } from 'node:path'
import { itemCounts } from '../core/item-counts.ts'
import type { MemoryReport } from '../core/memory-report.ts'
import { checkSnapshot } from './check-snapshot.ts'
import { withLayoutsOn } from './layouts-on.ts'
import { needMemory } from './need-memory.ts'
import { needSeen } from './need-seen.ts'
import { openLoad } from './open-load.ts'
import { openWorkTree } from './open-snapshot.ts'
import { overviewsOf, partsOfFindings } from './overview.ts'
import { openProject } from './project.ts'
import { redactedData } from './redacted.ts'
import { seeIgnored } from './see-ignored.ts'
import { countsOf } from './staged-findings.ts'

/** One run of `memkeep report`. */
export type ReportOptions = {
  readonly cwd: string
  readonly config?: string | undefined
  readonly cache: boolean
  /** Threads that read documents at a time. */
  readonly jobs?: number | undefined
  /** `YYYY-MM-DD` */
  readonly today: string
  /** Rules that the environment turns off. */
  readonly skip: readonly string[]
}

/**
 * The state of the memory in the work tree: what every layout tells of its own, and what a check finds. Nothing is
 * written. Throws `UserError` where there is no memory.
 */
export async function runReport(options: ReportOptions): Promise<MemoryReport> {
  const started = performance.now()
  const project = await openProject(options.cwd)
  const tree = await openWorkTree(project)
  const known = await openLoad(project, { ...options, root: project.root, snapshot: tree, keepsFacts: false })
  const { layouts, settings } = known
  const after = seeIgnored(tree, { root: project.root, layouts, settings })
  needSeen(after, layouts, settings)
  const sides = { after, before: null, merge: null, today: options.today }
  const load = await withLayoutsOn(known, sides)
  const { diagnostics, documents, fresh, memories } = await checkSnapshot(sides, load)
  needMemory({
    label: after.label,
    settings,
    documents: documents.length,
    diagnostics,
  })
  await load.facts.save()
  const summary = {
    ...countsOf(diagnostics),
    documents: documents.length,
    ...itemCounts(documents),
    cached: documents.length - fresh.length,
    fixed: 0,
    seconds: Math.round(performance.now() - started) / 1000,
  }
  return redactedData({
    version: 1,
    name: basename(project.root),
    today: options.today,
    report: { version: 1, diagnostics, summary },
    overviews: overviewsOf(memories, diagnostics),
    parts: partsOfFindings(memories, diagnostics),
    suppressions: documents.flatMap(({ path, suppressions }) =>
      suppressions.map(({ place: { line }, rules, reason }) => ({ path, line, rules, reason })),
    ),
  })
}
