import { type Baseline, baselineOf, baselineRows, countKnown } from '../core/baseline.ts'
import type { FileChanges } from '../core/changes/file-changes.ts'
import { compareDiagnostics, countFindings, type Diagnostic, findingsBefore } from '../core/diagnostic.ts'
import type { Document } from '../core/document.ts'
import { MERGE_DRIVER_KEY } from '../core/installed.ts'
import { rootPaths } from '../core/layout.ts'
import { DERIVED_FRESH } from '../core/lint.ts'
import { firstNames, safePath, safeText } from '../core/messages.ts'
import { testSpecs } from '../core/places.ts'
import { BASELINE_FILE } from '../core/rule.ts'
import type { Snapshot } from '../core/snapshot.ts'
import {
  judgeSides,
  type LoadedSide,
  loadSide,
  loadSideBefore,
  readAsBefore,
} from '../engine/check-memory.ts'
import { unprovenNotes } from '../engine/citations/unproven-notes.ts'
import { type MemoryContext, withFacts, withoutHistory } from '../engine/context.ts'
import { factsInMemory } from '../engine/documents/facts.ts'
import { judgeChange } from '../engine/judge-change.ts'
import { judgeMerges } from '../engine/judge-merges.ts'
import { assertMemory } from '../engine/open-memory.ts'
import { uniteFindings } from '../engine/second-judgement.ts'
import { hookPaths } from '../engine/settings/load-settings.ts'
import { mergeBases } from '../git/history.ts'
import { mergeTree } from '../git/merge.ts'
import { layouts } from '../layouts/index.ts'
import { type MergeSnapshots, openCommit, openMergeSides } from '../snapshot/open-snapshot.ts'
import { type OpenSnapshot, renamedAsIs, sameBelow } from '../snapshot/project.ts'
import { findHiddenFolders } from './bypass-findings.ts'
import type { CiBase } from './find-base.ts'
import type { OpenedCi } from './open-ci.ts'

/** All findings, in total order, and what belongs to them. */
export type AllFindings = {
  readonly diagnostics: readonly Diagnostic[]
  /** How many known findings were left out; null where no file counts them. */
  readonly known: number | null
  /** What became of the files of the memory; absent without a base. */
  readonly files?: FileChanges | undefined
  readonly indexChanged: boolean
  readonly notices: readonly string[]
} & Unmerged

/**
 * The findings in the head, in the merges on the way there, in the result of merging it with its target, and in the
 * baseline. Throws `UserError` where there is no memory.
 */
export async function collectFindings(opened: OpenedCi): Promise<AllFindings> {
  const { after, before, memory, found } = opened
  const merges = await mergesIn(opened)
  const hidden = before ? await findHiddenFolders(before, after, memory) : []
  const checked = await judgeChange({ after, before, merge: await startsOf(opened) }, memory, {
    isWhole: true,
    most: before && (await countsBefore(before, after.snapshot, memory)),
    others: [...hidden, ...merges.diagnostics],
  })
  const brought = await broughtBy(opened)
  const diagnostics = onlyOnce([...checked.diagnostics, ...brought.diagnostics])
  const documents = checked.documents.length + checked.gone.length
  const local = documents === 0 ? await localRoot(opened) : null
  if (local === null) assertMemory(memory, documents, diagnostics)
  const merged = await mergedIn(opened, diagnostics)
  return {
    diagnostics: [...diagnostics, ...merged.diagnostics].sort(compareDiagnostics),
    known: checked.known,
    files: checked.files,
    indexChanged: indexChanged(before, after, diagnostics),
    ...(merged.unmerged && { unmerged: merged.unmerged }),
    notices: [
      ...found.notices,
      ...unprovenNotes(checked.unproven),
      ...merges.notices,
      ...brought.notices,
      ...merged.notices,
      ...(local === null ? [] : [`git ignores ${safePath(local)}: none of that memory is in the commit`]),
    ],
  }
}

/** A place of memory that git ignores, or that the change takes out of git: a commit without memory is right there. */
async function localRoot({ before, memory }: OpenedCi): Promise<string | null> {
  const roots = layouts.flatMap((layout) => rootPaths(layout, memory.settings, 'ignored'))
  for (const root of roots) {
    const wasKept = [...(before?.snapshot.files.keys() ?? [])].some((path) => path.startsWith(`${root}/`))
    if (wasKept || (await memory.ask?.areIgnored([root]))) return root
  }
  return null
}

/**
 * After a criss-cross the head started from several commits, and each may lack what another has: the head is then
 * judged as a merge of all of them.
 */
async function startsOf({ project, found, before }: OpenedCi): Promise<MergeSnapshots | null> {
  const { base, target, head } = found
  if (!before || !base || !target) return null
  const all = await mergeBases(project.root, [target.oid, head])
  const others = all.filter((oid) => oid !== base.oid)
  if (others.length === 0) return null
  return { ...(await openMergeSides(project.root, [base.oid, ...others])), isRange: true }
}

/** For a root that is a symlink, one finding is enough. */
function onlyOnce(found: readonly Diagnostic[]): Diagnostic[] {
  const reported = new Set<string>()
  return found.filter(
    ({ path, rule }) => rule !== 'unreadable' || (!reported.has(path) && reported.add(path)),
  )
}

type Part = { readonly diagnostics: readonly Diagnostic[]; readonly notices: readonly string[] }

const NOTHING: Part = { diagnostics: [], notices: [] }

/** What the commits since the base leave in history, though the head does not have it. */
async function broughtBy({ project, found, memory }: OpenedCi): Promise<Part> {
  const { head, base, target } = found
  if (!base) return NOTHING
  const { judgeRange } = await import('../engine/judge-range.ts')
  const not = [base.oid, ...(target ? [target.oid] : [])]
  const { diagnostics, notes } = await judgeRange({ top: project.root, range: { tip: head, not } }, memory)
  return { diagnostics, notices: notes }
}

/** Without a base it is not known which merges belong to this run. */
async function mergesIn({ project, found, after, before, memory: whole, paths }: OpenedCi): Promise<Part> {
  if (!found.base) return NOTHING
  const memory = withoutHistory(whole)
  const range = { tip: found.head, base: found.base.oid }
  const history = { top: project.root, range, tip: after.snapshot, git: {}, paths }
  const { diagnostics, notes } = await judgeMerges(history, memory)
  const settings = before?.settings
  if (!settings || memory.mode?.isLetIn || JSON.stringify(settings) === JSON.stringify(memory.settings))
    return { diagnostics, notices: notes }
  const strict = await judgeMerges(history, withFacts({ ...memory, settings }, factsInMemory()))
  return { diagnostics: uniteFindings(diagnostics, strict.diagnostics), notices: notes }
}

async function mergedIn(
  { project, found, after, memoryOf }: OpenedCi,
  diagnostics: readonly Diagnostic[],
): Promise<MergeResult> {
  const { target, head } = found
  if (!target) return NOTHING
  const { snapshot } = after
  return judgeMergeResult({ top: project.root, target, head, snapshot, found: diagnostics, memoryOf })
}

/**
 * The findings of a side by rule and file, renamed files under their new names; null where no baseline asks for it. A
 * baseline that counts more than there was would let as many in unseen.
 */
async function countsBefore(
  before: LoadedSide,
  after: Snapshot,
  load: MemoryContext,
): Promise<Baseline | null> {
  if (!after.files.has(BASELINE_FILE)) return null
  const { diagnostics } = await judgeSides({ after: before, before: null, merge: null }, load)
  const counts = countKnown(diagnostics)
  const renamed = await renamedAsIs(before.snapshot, after, [...counts.keys()])
  return baselineOf(baselineRows(counts).map((row) => ({ ...row, path: renamed.get(row.path) ?? row.path })))
}

/** True when a derived file is stale, or differs from the side before: added, changed or gone. */
function indexChanged(
  before: LoadedSide | null,
  after: LoadedSide,
  diagnostics: readonly Diagnostic[],
): boolean {
  if (diagnostics.some(({ rule }) => rule === DERIVED_FRESH)) return true
  return before !== null && derivedIn(before) !== derivedIn(after)
}

function derivedIn({ documents, memories }: LoadedSide): string {
  const kinds = new Set(
    [...memories.keys()].flatMap(({ id, kinds: own }) =>
      own.flatMap((kind) => (kind.merge?.by === 'derived' ? [`${id} ${kind.id}`] : [])),
    ),
  )
  const isDerived = ({ layout, kind }: Document): boolean => kinds.has(`${layout} ${kind}`)
  return JSON.stringify(documents.filter(isDerived).map(({ path, id }) => [path, id]))
}

/** A head that will be merged, with its findings. */
type Merging = {
  readonly top: string
  readonly target: NonNullable<CiBase['target']>
  readonly head: string
  readonly snapshot: OpenSnapshot
  readonly found: readonly Diagnostic[]
  /** Opens the memory of a snapshot, with the snapshot's own settings. */
  readonly memoryOf: (snapshot: OpenSnapshot) => Promise<MemoryContext>
}

/** The findings that only the merge has, and remarks for people. */
type MergeResult = Part & Unmerged

type Unmerged = {
  /** Set where the merge was not checked: its target, and whether it conflicts. */
  readonly unmerged?: { readonly name: string; readonly conflicts: boolean }
}

/** At most so many conflicted files are named. */
const SHOWN = 5

/** A host merges text and has no merge driver: what the driver would fix stays wrong there. */
const AS_TEXT = [`${MERGE_DRIVER_KEY}=git merge-file -q --marker-size=%L %A %O %B`]

/**
 * Checks the result of merging the head with its target: two branches that are right alone can be wrong together.
 * Returns the findings that neither the target has nor, as new ones, the head.
 */
async function judgeMergeResult(merging: Merging): Promise<MergeResult> {
  const { top, target, head, snapshot } = merging
  const name = safeText(target.name)
  const made = await mergedSnapshot(merging)
  const unmerged = { name: target.name, conflicts: made !== null }
  if (!made)
    return {
      ...NOTHING,
      unmerged,
      notices: [`the merge with ${name} was not checked: git before 2.38 cannot try it`],
    }
  const load = withoutHistory(await merging.memoryOf(made.merged))
  const paths = hookPaths(load.layouts, load.settings)
  const conflicted = made.conflicted.filter(testSpecs(paths))
  if (conflicted.length > 0) return { ...NOTHING, unmerged, notices: [conflictOf(name, conflicted)] }
  if (sameBelow(paths, made.merged, snapshot)) return NOTHING
  const [before, merge] = await Promise.all([
    openCommit(top, target.oid),
    openMergeSides(top, [target.oid, head]),
  ])
  const first = await loadSideBefore(before, load)
  const after = await readAsBefore(first, await loadSide(made.merged, load), load)
  const sides = { after, before: first, merge }
  const { diagnostics } = await judgeChange(sides, load, { isWhole: false })
  const there = await judgeSides({ after: sides.before, before: null, merge: null }, load)
  const said = countFindings([...there.diagnostics, ...merging.found.filter((one) => one.new)])
  const known = findingsBefore(diagnostics, said)
  return {
    diagnostics: diagnostics.filter((one) => !known.has(one)).map((one) => afterMerging(one, target.name)),
    notices: [],
  }
}

type Made = { readonly merged: OpenSnapshot; readonly conflicted: readonly string[] }

async function mergedSnapshot({ top, target, head }: Merging): Promise<Made | null> {
  if (target.merged !== null) return { merged: await openCommit(top, target.merged), conflicted: [] }
  const made = await mergeTree(top, head, { into: target.oid, settings: AS_TEXT, strict: true })
  return made && { merged: await openCommit(top, made.tree), conflicted: made.conflicted }
}

function conflictOf(name: string, conflicted: readonly string[]): string {
  const shown = [...new Set(conflicted)].map(safePath)
  return `merging with ${name} conflicts in ${firstNames(shown, SHOWN)}, so the result was not checked. A host has no merge driver: merge ${name} in a clone where memkeep init was run, and the entries of both sides are kept`
}

/** Names of branches that need no quotes in a shell. */
const PLAIN_NAME = /^[A-Za-z0-9_][A-Za-z0-9_./-]{0,100}$/

/** A finding of a merge as one of the branch. The branch alone cannot fix it, so the advice begins with merging. */
export function afterMerging(found: Diagnostic, target: string): Diagnostic {
  return {
    ...found,
    message: `After merging with ${target}: ${found.message}`,
    help: helpOf(found, target),
    fixable: false,
    new: true,
  }
}

function helpOf({ rule, help }: Diagnostic, target: string): string {
  const command = PLAIN_NAME.test(target) ? ` (\`git merge ${target}\`)` : ''
  if (rule === 'derived-fresh') {
    const rebuilt =
      "memkeep's merge driver rebuilds the file; without it, run `memkeep index` after the merge"
    return `Merge ${target} into this branch${command}: ${rebuilt}.`
  }
  const rest = help === '' ? '.' : `: ${help}`
  return `Merge ${target} into this branch and fix it there${rest}`
}
