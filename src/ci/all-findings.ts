import { BASELINE_FILE, type Baseline, baselineOf, baselineRows, countKnown } from '../core/baseline.ts'
import { compareDiagnostics, type Diagnostic } from '../core/diagnostic.ts'
import type { Document } from '../core/document.ts'
import { DERIVED_FRESH } from '../core/lint.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { judgeSides, type LoadedSide } from '../engine/check-memory.ts'
import type { MemoryContext } from '../engine/context.ts'
import { factsInMemory } from '../engine/documents/facts.ts'
import { judgeChange, uniteFindings } from '../engine/judge-change.ts'
import { judgeMerges } from '../engine/judge-merges.ts'
import { assertMemory } from '../engine/open-memory.ts'
import { mergeBases } from '../git/history.ts'
import { type MergeSnapshots, openMergeSides } from '../snapshot/open-snapshot.ts'
import { renamedAsIs } from '../snapshot/project.ts'
import { findHiddenFolders, findLostHooks } from './bypass-findings.ts'
import { judgeMergeResult, type MergeResult } from './merge-result.ts'
import type { OpenedCi } from './open-ci.ts'

/** All findings, in total order, and what belongs to them. */
export type AllFindings = {
  readonly diagnostics: readonly Diagnostic[]
  /** How many known findings were left out; null where no file counts them. */
  readonly known: number | null
  readonly indexChanged: boolean
  readonly notices: readonly string[]
} & Pick<MergeResult, 'unmerged'>

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
  const diagnostics = onlyOnce(checked.diagnostics)
  assertMemory({
    label: after.snapshot.label,
    settings: memory.settings,
    files: after.snapshot.files,
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
      ...(await findLostHooks(before?.snapshot ?? null, after.snapshot)),
    ],
  }
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
  return others.length > 0 ? openMergeSides(project.root, [base.oid, ...others]) : null
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

/** Without a base it is not known which merges belong to this run. */
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
  return judgeMergeResult({ top: project.root, target, head, snapshot, found: diagnostics, today, memoryOf })
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

function derivedIn({ loaded, memories }: LoadedSide): string {
  const kinds = new Set(
    [...memories.keys()].flatMap(({ id, kinds: own }) =>
      own.flatMap((kind) => (kind.merge === 'derived' ? [`${id} ${kind.id}`] : [])),
    ),
  )
  const isDerived = ({ layout, kind }: Document): boolean => kinds.has(`${layout} ${kind}`)
  return JSON.stringify(loaded.documents.filter(isDerived).map(({ path, id }) => [path, id]))
}
