import { BASELINE_FILE, type Baseline, baselineOf, baselineRows, countKnown } from '../core/baseline.ts'
import { compareDiagnostics, type Diagnostic } from '../core/diagnostic.ts'
import type { Document } from '../core/document.ts'
import { DERIVED_FRESH } from '../core/lint.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { assertMemory } from '../engine/assert-memory.ts'
import { judgeSides, type LoadedSide } from '../engine/check-memory.ts'
import type { MemoryContext } from '../engine/context.ts'
import { factsInMemory } from '../engine/documents/facts.ts'
import { judgeChange, uniteFindings } from '../engine/judge-change.ts'
import { judgeMerges } from '../engine/judge-merges.ts'
import { mergeBases } from '../git/history.ts'
import { renamedAsIs } from '../snapshot/compare-snapshots.ts'
import { type MergeSnapshots, openMergeSides } from '../snapshot/merge-sides.ts'
import { hiddenFolders, lostHooks } from './bypass-findings.ts'
import { type MergeResult, mergeResult } from './merge-result.ts'
import type { OpenedCi } from './open-ci.ts'

/** Everything that was found, in total order, and what goes with it. */
export type AllFindings = {
  readonly diagnostics: readonly Diagnostic[]
  /** How many known findings were taken out; null where no file counts them. */
  readonly known: number | null
  readonly indexChanged: boolean
  readonly notices: readonly string[]
} & Pick<MergeResult, 'unmerged'>

/**
 * What is wrong in the head, what merges on the way there did, what merging it with its target comes to, and what became
 * of the baseline. Throws `UserError` where there was no memory to look at.
 */
export async function allFindings(opened: OpenedCi): Promise<AllFindings> {
  const { after, before, memory, found } = opened
  const merges = await mergesIn(opened)
  const hidden = before ? await hiddenFolders(before, after, memory) : []
  const checked = await judgeChange({ after, before, merge: await startsOf(opened) }, memory, {
    isWhole: true,
    most: before && (await countsBefore(before, after.snapshot, memory)),
    others: [...hidden, ...merges.diagnostics],
  })
  const diagnostics = onlyOnce(checked.diagnostics)
  assertMemory({
    label: after.snapshot.label,
    settings: memory.settings,
    documents: checked.documents.length + checked.gone.length,
    diagnostics,
  })
  const merged = await mergedIn(opened, diagnostics)
  return {
    diagnostics: [...diagnostics, ...merged.diagnostics].sort(compareDiagnostics),
    known: checked.known,
    indexChanged: indexChanged(before, after, diagnostics),
    ...(merged.unmerged && { unmerged: merged.unmerged }),
    notices: [
      ...found.notices,
      ...merges.notices,
      ...merged.notices,
      ...(await lostHooks(before?.snapshot ?? null, after.snapshot)),
    ],
  }
}

/**
 * After a criss-cross the head started from several commits, of which each may lack what another has: then it is judged as
 * what came of all of them, as a merge is.
 */
async function startsOf({ project, found, before }: OpenedCi): Promise<MergeSnapshots | null> {
  const { base, target, head } = found
  if (!before || !base || !target) return null
  const all = await mergeBases(project.root, [target.oid, head])
  const others = all.filter((oid) => oid !== base.oid)
  return others.length > 0 ? openMergeSides(project.root, [base.oid, ...others]) : null
}

/** Of a root that is a link, one finding is enough. */
function onlyOnce(found: readonly Diagnostic[]): Diagnostic[] {
  const reported = new Set<string>()
  return found.filter(
    ({ path, rule }) => rule !== 'unreadable' || (!reported.has(path) && reported.add(path)),
  )
}

type Part = { readonly diagnostics: readonly Diagnostic[]; readonly notices: readonly string[] }

const NOTHING: Part = { diagnostics: [], notices: [] }

/** Without a base nobody knows which merges are this run's. */
async function mergesIn({ project, found, after, before, memory, paths, today }: OpenedCi): Promise<Part> {
  if (!found.base) return NOTHING
  const range = { tip: found.head, base: found.base.oid }
  const history = { top: project.root, range, tip: after.snapshot, today, git: {}, paths }
  const { diagnostics, notes } = await judgeMerges(history, memory)
  const settings = before?.settings
  if (!settings || memory.isLetIn || JSON.stringify(settings) === JSON.stringify(memory.settings))
    return { diagnostics, notices: notes }
  const strict = await judgeMerges(history, { ...memory, settings, facts: factsInMemory() })
  return { diagnostics: uniteFindings(diagnostics, strict.diagnostics), notices: notes }
}

async function mergedIn(
  { project, found, after, memoryOf, today }: OpenedCi,
  diagnostics: readonly Diagnostic[],
): Promise<MergeResult> {
  const { target, head } = found
  if (!target) return NOTHING
  const { snapshot } = after
  return mergeResult({ top: project.root, target, head, snapshot, found: diagnostics, today, memoryOf })
}

/**
 * What a side had of each rule in each file, those that were renamed as they are under their new names; null where no
 * baseline asks for it. A baseline that counts more than there was would let as much in unseen.
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

/** True when a derived file is stale, or is not what it was in the side before: added, changed or gone. */
function indexChanged(
  before: LoadedSide | null,
  after: LoadedSide,
  diagnostics: readonly Diagnostic[],
): boolean {
  if (diagnostics.some(({ rule }) => rule === DERIVED_FRESH)) return true
  return before !== null && derivedIn(before) !== derivedIn(after)
}

function derivedIn({ loaded, memories }: LoadedSide): string {
  const kinds = new Set(
    [...memories.keys()].flatMap(({ id, kinds: own }) =>
      own.flatMap((kind) => (kind.merge === 'derived' ? [`${id} ${kind.id}`] : [])),
    ),
  )
  const isDerived = ({ layout, kind }: Document): boolean => kinds.has(`${layout} ${kind}`)
  return JSON.stringify(loaded.documents.filter(isDerived).map(({ path, id }) => [path, id]))
}
