import { type FileChanges, fileNotes } from '../core/changes/file-changes.ts'
import { citedPlaces } from '../core/cited-paths.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Document } from '../core/document.ts'
import { allRules, changeRuleIds, type RuleSources } from '../core/layout.ts'
import { newlyRemoved } from '../core/memory-overview.ts'
import { safePath, safeText } from '../core/messages.ts'
import type { WritePlan } from '../core/write-plan.ts'
import { type LoadedSide, loadSide, rulesAtWork } from '../engine/check-memory.ts'
import type { StagedSides } from '../engine/check-request.ts'
import { withFocus } from '../engine/context.ts'
import { planDerivedFiles, replacedUnread, withoutForeign } from '../engine/derived-files.ts'
import { focusOf } from '../engine/focus.ts'
import { type JudgedStaged, judgeNextCommit } from '../engine/judge-change.ts'
import { type OpenMemory, openMemory } from '../engine/open-memory.ts'
import { readAheadFiles } from '../fs/generated-files.ts'
import type { HookIndexes } from '../git/repository.ts'
import { openStaged } from '../snapshot/open-snapshot.ts'
import {
  checkResult,
  gitForIndex,
  type HookProject,
  type HookRequest,
  type HookResult,
} from './hook-request.ts'
import { hooksBehind } from './hooks-behind.ts'
import type { Advised } from './left-out.ts'
import type { Rebuild } from './restage.ts'
import { unmergedFiles } from './unmerged-files.ts'

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
  const memory = await openMemory({
    ...request,
    project,
    git,
    sides: opened,
    onlyChange: true,
    proves: 'change',
  })
  const judged = await judgeNextCommit(memory, { isWhole: false })
  const { checked, loaded } = judged
  const { diagnostics, notes: leftOut } = await advised(project, judged, memory)
  const check = checkResult({ sides: memory, checked, diagnostics, known: checked.known, started })
  memory.facts.save?.()
  const cited = citedPlaces(newDocuments(loaded, memory), memory.after.files)
  if (memory.focus) memory.ask?.cited?.add(cited)
  else memory.ask?.cited?.write(cited)
  const removed = [
    ...filesNotes(checked.files),
    ...removedNotes(loaded.before, loaded.after),
    ...ruleNotes(diagnostics, rulesAtWork(loaded.after, memory)),
  ]
  if (check.report.summary.errors > 0) return { refused: true, check, notes: [...removed, ...leftOut] }
  const { documents } = loaded.after
  const staged = { files: checked.files, documents, layouts: memory.layouts }
  const unmerged = await unmergedFiles(project, staged, git)
  const rebuilds = await rebuildsOf({ indexes, opened, ...judged }, memory)
  const notes = await restaged(project, rebuilds, opened)
  const behind = hooksBehind(project, memory.settings)
  return { refused: false, check, notes: [...removed, ...notes, ...unmerged, ...behind] }
}

/** Where one part is looked at, the list of what is cited has what its other documents cite. */
function newDocuments({ after, before }: JudgedStaged['loaded'], { focus }: OpenMemory): readonly Document[] {
  if (!focus || !before) return after.documents
  const ids = new Map(before.documents.map(({ path, id }) => [path, id]))
  const fresh = new Set(after.fresh)
  return after.documents.filter(({ path, id }) => fresh.has(path) || ids.get(path) !== id)
}

/** Rules that report an item that went. */
const LOSSES = ['item-lost', 'history']

/** The findings, with advice where the commit loses items. */
async function advised(project: HookProject, judged: JudgedStaged, memory: OpenMemory): Promise<Advised> {
  const ofChange = changeRuleIds(rulesAtWork(judged.loaded.after, memory))
  if (judged.diagnostics.some(({ rule }) => ofChange.has(rule))) {
    const { withoutPutRight } = await import('./put-right.ts')
    const diagnostics = await withoutPutRight(project, judged, memory)
    if (diagnostics.length < judged.diagnostics.length)
      return advised(project, { ...judged, diagnostics }, memory)
  }
  const { diagnostics } = judged
  const losses = diagnostics.filter(({ rule, severity }) => LOSSES.includes(rule) && severity === 'error')
  if (losses.length === 0) return { diagnostics, notes: [] }
  const { adviseOnLeftOut } = await import('./left-out.ts')
  return adviseOnLeftOut(project, { ...judged, losses }, memory)
}

/** Most commits leave no derived file to rebuild, and follow none that was given up. */
async function restaged(
  project: HookProject,
  rebuilds: readonly Rebuild[],
  { before: head }: StagedSides,
): Promise<readonly string[]> {
  const isFresh = rebuilds.every(({ plan }) => plan.size === 0)
  if (isFresh && readAheadFiles(project.repository.gitDir).length === 0) return []
  const { restage } = await import('./restage.ts')
  return restage(project, { rebuilds, head, git: gitForIndex })
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

/** Files that the commit takes out of the memory, or to another path; git itself names what it adds and changes. */
function filesNotes(files: FileChanges | undefined): readonly string[] {
  return files ? fileNotes({ ...files, added: [], changed: [] }) : []
}

/** At most this many removals are named. */
const MOST = 20

/** What a commit removes with a reason, one line each: whose tombstone is new. */
function removedNotes(before: LoadedSide | null, after: LoadedSide): string[] {
  const removed = [...after.memories].flatMap(([layout, memory]) => {
    const old = before?.memories.get(layout)
    return old ? newlyRemoved(old, memory) : []
  })
  const lines = removed
    .slice(0, MOST)
    .map(({ date, title, reason }) => `removed with a reason: ${date} ${title}: ${reason}`)
  return removed.length > MOST
    ? [...lines, `${removed.length - MOST} more were removed with a reason`]
    : lines
}

/** What rules say for information of a commit that passes. */
function ruleNotes(diagnostics: readonly Diagnostic[], sources: RuleSources): string[] {
  const infos = diagnostics.filter((one) => one.severity === 'info' && one.new)
  if (infos.length === 0) return []
  const rules = allRules(sources)
  const noted = new Set(rules.flatMap((one) => (one.subject === 'change' && one.noted ? [one.id] : [])))
  return infos
    .filter(({ rule }) => noted.has(rule))
    .slice(0, MOST)
    .map(({ path, message }) => `${safePath(path)}: ${safeText(message)}`)
}
