import { overlay } from '../../core/overlay.ts'
import type { Snapshot } from '../../core/snapshot.ts'
import type { WritePlan } from '../../core/write-plan.ts'
import type { GitOptions } from '../../git/git-environment.ts'
import { type HookIndexes, hookIndexes } from '../../git/hook-indexes.ts'
import { layouts } from '../../layouts/index.ts'
import { rules } from '../../rules/index.ts'
import type { CheckResult } from '../check-request.ts'
import { type Checked, checkSnapshot, type Sides } from '../check-snapshot.ts'
import { openFacts } from '../facts.ts'
import { derivedPlan } from '../fix-plan.ts'
import { focusOf } from '../focus.ts'
import type { LoadOptions } from '../load-documents.ts'
import { loadSettings } from '../load-settings.ts'
import { openStaged } from '../open-snapshot.ts'
import { readTexts } from '../read-texts.ts'
import type { OpenSnapshot } from '../real-snapshot.ts'
import { openSides } from '../sides.ts'
import { countsOf, stagedFindings } from '../staged-findings.ts'
import type { HookRequest, HookResult } from './hook-request.ts'
import { type HookProject, openHookProject } from './open-hook-project.ts'
import { type Rebuild, restage } from './restage.ts'

/** What would be committed, with its derived files rebuilt, and what was found in it. */
type Judged = { readonly sides: Sides; readonly checked: Checked; readonly plan: WritePlan }

/**
 * Checks what is about to be committed as it will be committed: with its derived files rebuilt. On errors the commit is
 * refused and nothing is written; else the rebuilt files are staged, and written where that loses nothing.
 */
export async function preCommit(request: HookRequest): Promise<HookResult> {
  const started = performance.now()
  const project = await openHookProject(request.cwd)
  const indexes = hookIndexes(project.repository.gitDir, request.cwd)
  const { today } = request
  const git = gitOn(indexes.committed)
  const opened = await openSides(project, { source: { kind: 'staged' }, today, git })
  const load = await loadOptions(project, opened, request)
  const judged = await judgeRebuilt(opened, load)
  const check = resultOf(judged, started)
  await load.facts.save()
  if (check.report.summary.errors > 0) return { refused: true, check, notes: [] }
  const rebuilds = await rebuildsOf({ project, indexes, opened, plan: judged.plan }, load)
  const notes = await restage(project, { rebuilds, head: opened.before, git: gitOn })
  return { refused: false, check, notes }
}

function gitOn(index: string): GitOptions {
  return { hook: true, env: { GIT_INDEX_FILE: index } }
}

type KeptLoad = LoadOptions & { readonly facts: Awaited<ReturnType<typeof openFacts>> }

async function loadOptions(
  project: HookProject,
  { before, after }: Sides,
  { cwd, config, skip, cache }: HookRequest,
): Promise<KeptLoad> {
  const settings = await loadSettings({ snapshot: after, cwd, config, skip })
  const facts = await openFacts(cache ? project : null, { settings, parser: 'auto' })
  const known = { layouts, rules, settings, facts }
  return { ...known, focus: focusOf(before, after, known) }
}

/** Checked once to know what is stale, and once more as it will be, where something was. */
async function judgeRebuilt(opened: Sides, load: LoadOptions): Promise<Judged> {
  const found = await checkSnapshot(opened, load)
  const plan = replaceable(derivedPlan(found.memories), opened.after)
  if (plan.size === 0) return { sides: opened, checked: found, plan }
  const sides: Sides = { ...opened, after: rebuilt(opened.after, plan) }
  return { sides, checked: await checkSnapshot(sides, load), plan }
}

function rebuilt(after: OpenSnapshot, plan: WritePlan): OpenSnapshot {
  return { ...after, ...overlay(after, plan) }
}

/** A link or another repository in a derived file's place is somebody's, and stays a finding. */
function replaceable(plan: WritePlan, { files }: Snapshot): WritePlan {
  return new Map([...plan].filter(([path]) => !isForeign(files.get(path)?.mode)))
}

function isForeign(mode: string | undefined): boolean {
  return mode === 'link' || mode === 'submodule'
}

function resultOf({ sides, checked }: Judged, started: number): CheckResult {
  const diagnostics = stagedFindings(checked.diagnostics, sides)
  const summary = {
    ...countsOf(diagnostics),
    documents: checked.documents.length,
    items: checked.documents.reduce((sum, { items }) => sum + items.length, 0),
    fixed: 0,
    cached: checked.documents.length - checked.fresh.length,
    seconds: Math.round(performance.now() - started) / 1000,
  }
  return {
    report: { version: 1, diagnostics, summary },
    excerpts: (wanted) => readTexts(sides.after, wanted),
    fixable: diagnostics.filter(({ fixable }) => fixable).length,
    mended: [],
    notes: [],
  }
}

type ToRebuild = {
  readonly project: HookProject
  readonly indexes: HookIndexes
  readonly opened: Sides
  readonly plan: WritePlan
}

/**
 * Under `git commit -- path` the index that stays holds other staged files than the one that is committed: its derived
 * files are other ones, and left alone they would undo the commit's with the next commit.
 */
async function rebuildsOf(
  { project, indexes, opened, plan }: ToRebuild,
  load: LoadOptions,
): Promise<readonly Rebuild[]> {
  const first = { index: indexes.committed, staged: opened.after, plan }
  if (indexes.remaining === indexes.committed) return [first]
  const staged = await openStaged(project.root, gitOn(indexes.remaining))
  const focus = focusOf(opened.before, staged, load)
  const { memories } = await checkSnapshot({ ...opened, before: null, after: staged }, { ...load, focus })
  return [first, { index: indexes.remaining, staged, plan: replaceable(derivedPlan(memories), staged) }]
}
