import { join } from 'node:path'
import { changedItems } from '../core/changes/item-changes.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Item } from '../core/document.ts'
import { newlyRemoved, removedItems } from '../core/memory-overview.ts'
import { safePath } from '../core/messages.ts'
import type { WritePlan } from '../core/write-plan.ts'
import { type LoadedSide, type LoadedSides, loadSide } from '../engine/check-memory.ts'
import type { StagedSides } from '../engine/check-request.ts'
import { withFocus } from '../engine/context.ts'
import { planDerivedFiles, replacedUnread, withoutForeign } from '../engine/derived-files.ts'
import { focusOf } from '../engine/focus.ts'
import { judgeNextCommit } from '../engine/judge-change.ts'
import { type OpenMemory, openMemory } from '../engine/open-memory.ts'
import { hookPaths, settingsBefore } from '../engine/settings/load-settings.ts'
import { stageCommand } from '../git/path-status.ts'
import type { HookIndexes } from '../git/repository.ts'
import { layouts } from '../layouts/index.ts'
import { openStaged, openWorkTree } from '../snapshot/open-snapshot.ts'
import {
  checkResult,
  gitForIndex,
  type HookProject,
  type HookRequest,
  type HookResult,
} from './hook-request.ts'
import { type Rebuild, restage } from './restage.ts'

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
  const git = gitForIndex(indexes.committed)
  const memory = await openMemory({ ...request, project, git, sides: opened, onlyChange: true })
  const judged = await judgeNextCommit(memory, { isWhole: false })
  const { checked, loaded } = judged
  const { diagnostics, notes: leftOut } = await adviseOnLeftOut(project, judged, memory)
  const check = checkResult({ sides: memory, checked, diagnostics, known: checked.known, started })
  memory.facts.save?.()
  const removed = removedNotes(loaded.before, loaded.after)
  if (check.report.summary.errors > 0) return { refused: true, check, notes: [...removed, ...leftOut] }
  const rebuilds = await rebuildsOf({ indexes, opened, ...judged }, memory)
  const notes = await restage(project, { rebuilds, head: opened.before, git: gitForIndex })
  return { refused: false, check, notes: [...removed, ...notes, ...(await movedRoots(memory))] }
}

/** The shims ask git about the places that they were written for. */
async function movedRoots(memory: OpenMemory): Promise<string[]> {
  const { settings } = memory
  const before = await settingsBefore(memory.before, memory)
  const isMoved = before && hookPaths(layouts, before).join('\0') !== hookPaths(layouts, settings).join('\0')
  return isMoved
    ? ['the memory is at another place from now on: run `memkeep init`, so that the hooks look there']
    : []
}

type ToRebuild = {
  readonly indexes: HookIndexes
  readonly opened: StagedSides
  readonly plan: WritePlan
  readonly unread: ReadonlySet<string>
}

/**
 * Under `git commit -- path` the index that stays holds other staged files than the committed one. Its derived files differ
 * too: without a rebuild of their own they would undo those of this commit in the next one.
 */
async function rebuildsOf(
  { indexes, opened, plan, unread }: ToRebuild,
  memory: OpenMemory,
): Promise<readonly Rebuild[]> {
  const first = { index: indexes.committed, staged: opened.after, plan, unread }
  if (indexes.remaining === indexes.committed) return [first]
  const staged = await openStaged(memory.project.root, gitForIndex(indexes.remaining))
  const focus = focusOf({ ...opened, after: staged, changed: undefined }, memory)
  const side = await loadSide(staged, withFocus(memory, focus))
  const rest = {
    index: indexes.remaining,
    staged,
    plan: withoutForeign(await planDerivedFiles(side, memory), staged),
    unread: replacedUnread(side.memories),
  }
  return [first, rest]
}

/** At most this many removals are named. */
const MOST = 20

/** What a commit removes with a reason, one line each: whose tombstone is new. */
function removedNotes(before: LoadedSide | null, after: LoadedSide): string[] {
  const removed = [...after.memories].flatMap(([layout, memory]) => {
    const old = before?.memories.get(layout)
    return old ? newlyRemoved(old, memory) : removedItems(memory)
  })
  const lines = removed
    .slice(0, MOST)
    .map(({ date, title, reason }) => `removed with a reason: ${date} ${title}: ${reason}`)
  return removed.length > MOST
    ? [...lines, `${removed.length - MOST} more were removed with a reason`]
    : lines
}

/** Rules that report an item that went. */
const LOSSES = ['item-lost', 'history']

/** Findings with what to do, and one line that says it once. */
type Advised = { readonly diagnostics: readonly Diagnostic[]; readonly notes: readonly string[] }

/**
 * Advises on items that a commit loses because it leaves out the file that they were moved to: `git commit -a` takes no new file, such
 * as a new archive. It reads the work tree, so it is asked only when a commit is refused.
 */
async function adviseOnLeftOut(
  project: HookProject,
  { loaded, diagnostics }: { readonly loaded: LoadedSides; readonly diagnostics: readonly Diagnostic[] },
  memory: OpenMemory,
): Promise<Advised> {
  const losses = diagnostics.filter(({ rule, severity }) => LOSSES.includes(rule) && severity === 'error')
  if (losses.length === 0) return { diagnostics, notes: [] }
  const lost = lostItems(loaded)
  const places = await placesInWorkTree(project, loaded, memory)
  const found = lost.flatMap((item) => places.get(nameOf(item)) ?? [])
  const paths = [...new Set(found)]
  const run = await stageCommand(
    paths.map((path) => ({ base: 'root', path, text: '' })),
    { top: project.root, from: join(project.root, process.env.GIT_PREFIX ?? '') },
  )
  if (run === null) return { diagnostics, notes: [] }
  const names = paths.map(safePath).join(', ')
  const help = `This commit leaves out ${names}, where it is now. Stage that too: \`${run}\`.`
  const notes = [
    `this commit leaves out ${names} with ${found.length} of the lost items. Stage that too, then commit again: ${run}`,
  ]
  // Which finding is about which item is not known, so the advice replaces that of all or of none.
  if (found.length < lost.length) return { diagnostics, notes }
  return { diagnostics: diagnostics.map((one) => (losses.includes(one) ? { ...one, help } : one)), notes }
}

function lostItems({ before, after }: LoadedSides): readonly Item[] {
  if (before === null) return []
  return changedItems(before.documents, after.documents).flatMap((change) =>
    change.type === 'removed' ? [change.before.item] : [],
  )
}

/** Where items are in files of the work tree that the commit has otherwise or not at all. */
async function placesInWorkTree(
  project: HookProject,
  { after }: LoadedSides,
  memory: OpenMemory,
): Promise<ReadonlyMap<string, string>> {
  const tree = await openWorkTree({ ...project, git: { hook: true } })
  const { documents } = await loadSide(tree, withFocus(memory, null))
  const committed = new Map(after.documents.map(({ path, id }) => [path, id]))
  const leftOut = documents.filter(({ path, id }) => committed.get(path) !== id)
  return new Map(leftOut.flatMap(({ path, items }) => items.map((item) => [nameOf(item), path] as const)))
}

/** One word for an item with its text. */
function nameOf({ kind, key, digest }: Item): string {
  return JSON.stringify([kind, key, digest])
}
