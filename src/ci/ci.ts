import { migrations } from '../../migrations/index.ts'
import {
  compareMemories,
  type MemoryDifference,
  type MemoryState,
} from '../core/changes/memory-difference.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Document, Memory } from '../core/document.ts'
import type { Layout } from '../core/layout.ts'
import { type MemoryOverview, type SetAside, tokensAtStart } from '../core/memory-overview.ts'
import { safeText } from '../core/messages.ts'
import {
  type CiReport,
  type FailOn,
  itemCounts,
  type PendingMigration,
  type Summary,
  type TokensAtStart,
} from '../core/report.ts'
import { compareText } from '../core/text.ts'
import { memoryInChange } from '../engine/check-memory.ts'
import { countsOf, type FindingDetails, isOfChange } from '../engine/check-request.ts'
import { fixesOf } from '../engine/fixes.ts'
import { planMigrations } from '../engine/migrations/plan-migrations.ts'
import { layoutOverview, overviewsOf } from '../engine/overview.ts'
import { redactedData } from '../engine/redacted.ts'
import { mayRunFilters } from '../fs/content-filters.ts'
import { isDirty } from '../git/path-status.ts'
import { type Repository, withoutFilters } from '../git/repository.ts'
import { readTexts } from '../snapshot/project.ts'
import { type AllFindings, collectFindings } from './all-findings.ts'
import { type CiOptions, type OpenedCi, openCi } from './open-ci.ts'

/**
 * The whole gate: the commit that is checked out, compared with its base, every merge on the way there, and the
 * result of merging it. Throws `UserError` for what cannot be judged: no repository, no memory, wrong settings, a
 * missing base, a history that ends too early.
 */
export async function runCi(options: CiOptions): Promise<CiReport> {
  return (await judgeCi(options)).ci
}

/** A run, with what reporters may also need: texts for code frames, and fixes. */
export type CiRun = FindingDetails & { readonly ci: CiReport }

/** `runCi` for a caller that prints the outcome. */
export async function judgeCi(options: CiOptions): Promise<CiRun> {
  const started = performance.now()
  const opened = await openCi(options)
  const all = await collectFindings(opened)
  const pending = await pendingMigrations(opened)
  const dirty = await dirtyNotice(opened.project.repository, opened.paths)
  opened.memory.facts.save?.()
  const { snapshot } = opened.after
  return {
    ci: await redactedData(reportOf(opened, all, { ...options, pending, dirty, started })),
    excerpts: (wanted) => readTexts(snapshot, wanted),
    fixes: (wanted) => fixesOf(snapshot, wanted, opened.memory),
  }
}

type Rest = {
  readonly failOn: FailOn
  readonly pending: Pending
  readonly dirty: readonly string[]
  readonly started: number
}

function reportOf(
  { event, found, after, before }: OpenedCi,
  all: AllFindings,
  { failOn, pending, dirty, started }: Rest,
): CiReport {
  const { diagnostics, known, files } = all
  const summary: Summary = {
    documents: after.documents.length,
    ...itemCounts(after.documents),
    ...countsOf(diagnostics),
    fixed: 0,
    cached: after.documents.length - after.fresh.length,
    seconds: Math.round(performance.now() - started) / 1000,
    ...(known !== null && { known }),
  }
  const overviews = overviewsOf(after.memories, diagnostics)
  const atStart = before ? startsOf(before.memories, overviews) : []
  return {
    event,
    failOn,
    failing: countFailing(diagnostics, failOn),
    base: found.base,
    ...(all.unmerged && { unmerged: all.unmerged }),
    head: found.head,
    report: { version: 1, diagnostics, summary, ...(files && { files }) },
    known: known ?? 0,
    indexChanged: all.indexChanged,
    differences: before ? differencesOf(before, after) : [],
    overviews,
    ...(atStart.length > 0 && { atStart }),
    pending: pending.migrations,
    notices: [...all.notices, ...dirty, ...pending.notices],
  }
}

/** What a change adds to every session, or takes from it. */
function startsOf(
  before: ReadonlyMap<Layout, Memory>,
  overviews: readonly MemoryOverview[],
): readonly TokensAtStart[] {
  const old = tokensAtStart([...before].map(([layout, memory]) => layoutOverview(layout, memory)))
  const now = tokensAtStart(overviews)
  return [...new Set([...old.keys(), ...now.keys()])]
    .sort(compareText)
    .map((agent) => ({ agent, before: old.get(agent) ?? 0, after: now.get(agent) ?? 0 }))
    .filter((one) => one.before !== one.after)
}

/** How many findings make a run fail. */
function countFailing(diagnostics: readonly Diagnostic[], failOn: FailOn): number {
  return diagnostics.filter((one) => failsRun(one, failOn)).length
}

/**
 * Whether a finding makes a run fail: errors and, if asked, warnings that no side before had, or all errors. What
 * could not be read always fails.
 */
export function failsRun(one: Diagnostic, failOn: FailOn): boolean {
  if (one.severity === 'info') return false
  if (one.severity === 'warning') return failOn === 'warning' && one.new
  // A finding that was there before does not fail a run where the change's own settings allow it.
  return (failOn === 'all' && !one.loosened) || isOfChange(one)
}

const NONE: SetAside = { superseded: new Set(), archived: new Set() }

type Memories = {
  readonly memories: ReadonlyMap<Layout, Memory>
  readonly kept?: readonly Document[] | undefined
}

/** The changes of each layout's memory; none for a layout without documents on both sides. */
export function differencesOf(before: Memories, after: Memories): MemoryDifference[] {
  return [...after.memories].flatMap(([layout, memory]) => {
    const old = before.memories.get(layout)
    if (!old || old.documents.length + memory.documents.length === 0) return []
    return [compareMemories(stateOf(layout, old), stateOf(layout, memoryInChange(memory, after)))]
  })
}

function stateOf(layout: Layout, memory: Memory): MemoryState {
  return {
    memory,
    setAside: layout.reports?.setAside?.(memory) ?? NONE,
    overview: layoutOverview(layout, memory),
  }
}

/** What is pending, and a remark where that is not known. */
type Pending = {
  readonly migrations: readonly PendingMigration[]
  readonly notices: readonly string[]
}

/**
 * The migrations that would change something in the head, as `memkeep migrate --list` shows them, but without those
 * that need history. Only memkeep's own: a repository's migrations are code that a pull request may bring. This is
 * information, so a failure is reported and does not stop the run.
 */
async function pendingMigrations(opened: OpenedCi): Promise<Pending> {
  try {
    return { migrations: await planned(opened), notices: [] }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { migrations: [], notices: [`it is not known which migrations are pending: ${safeText(reason)}`] }
  }
}

async function planned({ after, memory }: OpenedCi): Promise<PendingMigration[]> {
  const known = migrations
    .filter(({ onlyNamed }) => !onlyNamed)
    .map((migration) => ({ migration, file: null }))
  const run = await planMigrations(known, {
    snapshot: after.snapshot,
    load: memory,
    choices: new Set(),
    isWanted: () => true,
    histories: async () => new Map(),
    guard: () => null,
    owed: new Set(),
  })
  return run.migrations.flatMap(({ known: { migration }, sets }) => {
    const files = new Set(sets.flat().map(({ path }) => path)).size
    return files > 0 ? [{ id: migration.id, summary: migration.summary, files }] : []
  })
}

/** A remark where the work tree has uncommitted memory, which is not checked. */
async function dirtyNotice(
  { top, gitDir, commonDir }: Repository,
  paths: readonly string[],
): Promise<readonly string[]> {
  const env = mayRunFilters(gitDir, commonDir) ? await withoutFilters(top) : {}
  if (!(await isDirty(top, paths, { env }))) return []
  return ['the work tree has memory that is not committed: commits were checked, so it was not']
}
