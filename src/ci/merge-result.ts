import { countFindings, type Diagnostic, findingsBefore } from '../core/diagnostic.ts'
import { MERGE_DRIVER_KEY } from '../core/installed.ts'
import { testSpecs } from '../core/places.ts'
import { safePath, safeText } from '../core/safe-text.ts'
import { judgeSides, loadSide, loadSideBefore, readAsBefore } from '../engine/check-memory.ts'
import type { MemoryContext } from '../engine/context.ts'
import { judgeChange } from '../engine/judge-change.ts'
import { hookPaths, SETTINGS_FILE } from '../engine/settings/load-settings.ts'
import { mergeTree } from '../git/merge.ts'
import { openCommit, openMergeSides } from '../snapshot/open-snapshot.ts'
import { type OpenSnapshot, sameBelow } from '../snapshot/project.ts'
import type { CiBase } from './find-base.ts'

/** A head that will be merged, with its findings. */
type Merging = {
  readonly top: string
  readonly target: NonNullable<CiBase['target']>
  readonly head: string
  readonly snapshot: OpenSnapshot
  readonly found: readonly Diagnostic[]
  readonly today: string
  /** Opens the memory of a snapshot, with the snapshot's own settings. */
  readonly memoryOf: (snapshot: OpenSnapshot) => Promise<MemoryContext>
}

/** The findings that only the merge has, and remarks for people. */
export type MergeResult = {
  readonly diagnostics: readonly Diagnostic[]
  readonly notices: readonly string[]
  /** Set where the merge was not checked: its target, and whether it conflicts. */
  readonly unmerged?: { readonly name: string; readonly conflicts: boolean }
}

const NOTHING: MergeResult = { diagnostics: [], notices: [] }

/** At most so many conflicted files are named. */
const SHOWN = 5

/** A host merges text and has no merge driver: what the driver would fix stays wrong there. */
const AS_TEXT = [`${MERGE_DRIVER_KEY}=git merge-file -q --marker-size=%L %A %O %B`]

/**
 * Checks the result of merging the head with its target: two branches that are right alone can be wrong together.
 * Returns the findings that neither the target has nor, as new ones, the head.
 */
export async function judgeMergeResult(merging: Merging): Promise<MergeResult> {
  const { top, target, head, snapshot, today } = merging
  const name = safeText(target.name)
  const made = await mergedSnapshot(merging)
  const unmerged = { name: target.name, conflicts: made !== null }
  if (!made)
    return {
      ...NOTHING,
      unmerged,
      notices: [`the merge with ${name} was not checked: git before 2.38 cannot try it`],
    }
  const load = await merging.memoryOf(made.merged)
  const paths = hookPaths(load.layouts, load.settings)
  const conflicted = made.conflicted.filter(testSpecs([...paths, SETTINGS_FILE]))
  if (conflicted.length > 0) return { ...NOTHING, unmerged, notices: [conflictOf(name, conflicted)] }
  if (sameBelow(paths, made.merged, snapshot)) return NOTHING
  const [before, merge] = await Promise.all([
    openCommit(top, target.oid),
    openMergeSides(top, [target.oid, head]),
  ])
  const first = await loadSideBefore(before, { today }, load)
  const after = await readAsBefore(first, await loadSide(made.merged, today, load), load)
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
  const shown = [...new Set(conflicted)]
  const more = shown.length > SHOWN ? ` and ${shown.length - SHOWN} more` : ''
  return `merging with ${name} conflicts in ${shown.slice(0, SHOWN).map(safePath).join(', ')}${more}, so the result was not checked. A host has no merge driver: merge ${name} in a clone where memkeep init was run, and the entries of both sides are kept`
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
