import { DERIVED_FRESH } from '../core/lint.ts'
import type { Snapshot } from '../core/snapshot.ts'
import type { WritePlan } from '../core/write-plan.ts'
import { type LoadedSide, loadSide, loadSides } from '../engine/check-snapshot.ts'
import { derivedPlan, replacedUnread } from '../engine/derived-plan.ts'
import { focusOf } from '../engine/focus.ts'
import { hookPaths } from '../engine/hook-paths.ts'
import { type JudgedChange, judgeChange } from '../engine/judge-change.ts'
import { type OpenMemory, openMemory } from '../engine/open-memory.ts'
import { settingsBefore } from '../engine/settings-before.ts'
import type { StagedSides } from '../engine/sides.ts'
import { failOnOf, stagedFindings } from '../engine/staged-findings.ts'
import type { HookIndexes } from '../git/hook-indexes.ts'
import { layouts } from '../layouts/index.ts'
import { openStaged } from '../snapshot/open-snapshot.ts'
import { checkResult } from './check-result.ts'
import { gitOn } from './git-on.ts'
import type { HookRequest, HookResult } from './hook-request.ts'
import type { HookProject } from './open-hook-project.ts'
import { removedNotes } from './removed-notes.ts'
import { type Rebuild, restage } from './restage.ts'

/** What would be committed, with its derived files rebuilt, and what was found in it. */
type Judged = {
  readonly before: LoadedSide | null
  readonly checked: JudgedChange
  readonly plan: WritePlan
  readonly removed: readonly string[]
  readonly unread: ReadonlySet<string>
}

/** A commit whose sides are open. */
export type OpenedCommit = {
  readonly project: HookProject
  readonly indexes: HookIndexes
  readonly opened: StagedSides
  /** When the hook started, on the clock of `performance.now()`. */
  readonly started: number
}

/**
 * Judges a commit as it will be: with its derived files rebuilt. On errors it is refused and nothing is written; else
 * the rebuilt files are staged, and written where that loses nothing.
 */
export async function judgeCommit(
  { project, indexes, opened, started }: OpenedCommit,
  request: HookRequest,
): Promise<HookResult> {
  const git = gitOn(indexes.committed)
  const memory = await openMemory({ ...request, project, git, sides: opened, onlyChange: true })
  const judged = await judgeRebuilt(memory)
  const { checked } = judged
  const diagnostics = stagedFindings(checked.diagnostics, memory, failOnOf(judged, memory))
  const check = checkResult({ sides: memory, checked, diagnostics, known: checked.known, started })
  await memory.facts.save()
  if (check.report.summary.errors > 0) return { refused: true, check, notes: judged.removed }
  const rebuilds = await rebuildsOf({ indexes, opened, ...judged }, memory)
  const notes = await restage(project, { rebuilds, head: opened.before, git: gitOn })
  return { refused: false, check, notes: [...judged.removed, ...notes, ...(await movedRoots(memory))] }
}

/** The shims ask git about the places that they were written for. */
async function movedRoots(memory: OpenMemory): Promise<string[]> {
  const { settings } = memory
  const before = await settingsBefore(memory.before, memory)
  const isMoved = before && hookPaths(layouts, before).join('\0') !== hookPaths(layouts, settings).join('\0')
  return isMoved
    ? ['the memory lies elsewhere from now on: run `memkeep init`, so that the hooks look there']
    : []
}

/** Derived files that are stale will be rebuilt, and what a rebuild gives has no fault: nothing is said of them. */
async function judgeRebuilt(memory: OpenMemory): Promise<Judged> {
  const loaded = await loadSides(memory, memory)
  const { after, before } = loaded
  const derived = await derivedPlan(after, memory)
  const plan = replaceable(derived, memory.after)
  const isAllRebuilt = plan.size === derived.size
  const rules = memory.rules.filter(({ id }) => id !== DERIVED_FRESH || !isAllRebuilt)
  const checked = await judgeChange(loaded, { ...memory, rules }, { isWhole: false })
  // What became of items is said all the same: a rebuild brings none back.
  const lasting = new Set(
    [...memory.rules, ...memory.layouts.flatMap((layout) => layout.rules)].flatMap(({ id, subject }) =>
      subject === 'change' ? [id] : [],
    ),
  )
  // A rebuild keeps the words that a person wrote, and what is hidden in them.
  const kept = new Set(['no-secret', 'no-hidden-text'])
  const diagnostics = checked.diagnostics.filter(
    ({ path, rule }) => !plan.has(path) || lasting.has(rule) || kept.has(rule),
  )
  return {
    before,
    checked: { ...checked, diagnostics },
    plan,
    unread: replacedUnread(after.memories),
    removed: removedNotes(before, after),
  }
}

/** A link or another repository in a derived file's place is somebody's, and stays a finding. */
function replaceable(plan: WritePlan, { files }: Snapshot): WritePlan {
  return new Map([...plan].filter(([path]) => !isForeign(files.get(path)?.mode)))
}

function isForeign(mode: string | undefined): boolean {
  return mode === 'link' || mode === 'submodule'
}

type ToRebuild = {
  readonly indexes: HookIndexes
  readonly opened: StagedSides
  readonly plan: WritePlan
  readonly unread: ReadonlySet<string>
}

/**
 * Under `git commit -- path` the index that stays holds other staged files than the one that is committed: its derived
 * files are other ones, and left alone they would undo the commit's with the next commit.
 */
async function rebuildsOf(
  { indexes, opened, plan, unread }: ToRebuild,
  memory: OpenMemory,
): Promise<readonly Rebuild[]> {
  const first = { index: indexes.committed, staged: opened.after, plan, unread }
  if (indexes.remaining === indexes.committed) return [first]
  const staged = await openStaged(memory.project.root, gitOn(indexes.remaining))
  const focus = focusOf({ ...opened, after: staged, changed: undefined }, memory)
  const side = await loadSide(staged, memory.today, { ...memory, focus })
  const rest = {
    index: indexes.remaining,
    staged,
    plan: replaceable(await derivedPlan(side, memory), staged),
    unread: replacedUnread(side.memories),
  }
  return [first, rest]
}
