import { type CiReport, itemCounts, type Summary } from '../core/report.ts'
import type { CheckResult } from '../engine/check-request.ts'
import { fixesOf } from '../engine/fixes-of.ts'
import { overviewsOf } from '../engine/overview.ts'
import { redactedData } from '../engine/redacted.ts'
import { countsOf } from '../engine/staged-findings.ts'
import { readTexts } from '../snapshot/read-texts.ts'
import { type AllFindings, allFindings } from './all-findings.ts'
import type { CiOptions } from './ci-request.ts'
import { differencesOf } from './difference.ts'
import { dirtyNotice } from './dirty-notice.ts'
import { failingIn } from './failing-in.ts'
import { type OpenedCi, openCi } from './open-ci.ts'
import { type Pending, pendingMigrations } from './pending-migrations.ts'

/**
 * The whole gate: the commit that is checked out, against what it started from, with every merge on the way there, and what
 * merging it comes to. Throws `UserError` for what cannot be judged: no repository, no memory, settings that are wrong, a
 * base that is not here, a history that ends too early.
 */
export async function runCi(options: CiOptions): Promise<CiReport> {
  return (await judgeCi(options)).ci
}

/** A run, with what reporters may ask for besides: texts for code frames, and mends. */
export type CiRun = Pick<CheckResult, 'excerpts' | 'fixes'> & { readonly ci: CiReport }

/** `runCi` for whoever prints the outcome. */
export async function judgeCi(options: CiOptions): Promise<CiRun> {
  const started = performance.now()
  const opened = await openCi(options)
  const all = await allFindings(opened)
  const pending = await pendingMigrations(opened)
  const dirty = await dirtyNotice(opened.project.repository, opened.paths)
  await opened.memory.facts.save()
  const { snapshot } = opened.after
  return {
    ci: await redactedData(reportOf(opened, all, { ...options, pending, dirty, started })),
    excerpts: (wanted) => readTexts(snapshot, wanted),
    fixes: (wanted) => fixesOf(snapshot, wanted, opened.memory),
  }
}

type Rest = Pick<CiOptions, 'failOn'> & {
  readonly pending: Pending
  readonly dirty: readonly string[]
  readonly started: number
}

function reportOf(
  { event, found, after, before }: OpenedCi,
  all: AllFindings,
  { failOn, pending, dirty, started }: Rest,
): CiReport {
  const { diagnostics, known } = all
  const summary: Summary = {
    documents: after.loaded.documents.length,
    ...itemCounts(after.loaded.documents),
    ...countsOf(diagnostics),
    fixed: 0,
    cached: after.loaded.documents.length - after.loaded.fresh.length,
    seconds: Math.round(performance.now() - started) / 1000,
    ...(known !== null && { known }),
  }
  return {
    event,
    failOn,
    failing: failingIn(diagnostics, failOn),
    base: found.base,
    ...(all.unmerged && { unmerged: all.unmerged }),
    head: found.head,
    report: { version: 1, diagnostics, summary },
    known: known ?? 0,
    indexChanged: all.indexChanged,
    differences: before ? differencesOf(before, after) : [],
    overviews: overviewsOf(after.memories, diagnostics),
    pending: pending.migrations,
    notices: [...all.notices, ...dirty, ...pending.notices],
  }
}
