import { countDiagnostics, type Diagnostic } from '../core/diagnostic.ts'
import { rootPaths } from '../core/layout.ts'
import { safePath } from '../core/messages.ts'
import { ignoredPaths } from '../git/path-status.ts'
import { type Project, readTexts } from '../snapshot/project.ts'
import { loadSides } from './check-memory.ts'
import type { CheckOptions, CheckResult } from './check-request.ts'
import { claimFiles } from './claims.ts'
import { type MemoryView, type Sides, withFacts, withFocus, withSnapshot } from './context.ts'
import { assertNoFolder } from './derived-files.ts'
import { applyFixes, fixesOf } from './fixes.ts'
import { judgeChange, judgeStaged } from './judge-change.ts'
import { baselineIn, withoutKnownFindings } from './known-findings.ts'
import { cachePreconditions } from './last-report/cache-preconditions.ts'
import type { Since } from './last-report/work-tree-state.ts'
import { findLayoutsOn, hasMemory } from './layouts-on.ts'
import {
  assertMemory,
  noMemoryError,
  type OpenMemory,
  openMemory,
  type PlaceLookedAt,
  wantedPaths,
} from './open-memory.ts'
import { countsOf, type Outcome, outcomeOf, outcomeOfChecked } from './parts/outcome.ts'
import { addIgnoredMemory } from './see-ignored.ts'
import { millisecondsSince } from './this-run.ts'

/** A check whose two sides are open. */
export type OpenCheck = {
  readonly project: Project
  readonly sides: Sides
  readonly options: CheckOptions
  /** What is known of an earlier state, where contents alone have changed. */
  readonly since?: Since | null
  /** When the run started, on the run's clock. */
  readonly started: number
}

/** Printed with a report of no documents, which would look as if there were no memory. */
const UNTOUCHED = 'what is staged touches no memory, so no document was looked at'

const NOTHING_FIXED = { fixed: 0, written: [], notes: [], after: null, fresh: null }

/** Judges two open sides: settings, fixes if asked for, findings, report. Throws `UserError` when there is nothing to check. */
export async function judge({
  project,
  sides: given,
  options,
  since = null,
  started,
}: OpenCheck): Promise<CheckResult> {
  const keptIn = options.cache && !options.openFacts ? project : null
  const isWhole = options.source.kind !== 'staged' || options.paths.length > 0
  const isStored = options.source.kind !== 'work-tree'
  const memory = await openMemory({
    ...options,
    project,
    sides: given,
    isWorkTree: !isStored,
    onlyChange: !isWhole,
    since,
  })
  const { settings, focus } = memory
  const isWanted = wantedPaths(project, options.paths, memory)
  const fixes = options.fix ? await applyFixes(memory, isWanted) : NOTHING_FIXED
  const seen = { ...memory, after: fixes.after ?? memory.after }
  const isStaged = options.source.kind === 'staged'
  const judged = isStaged
    ? await judgeNextCommit(memory, isWhole)
    : await judgeSidesOf(seen, { keptIn, isWhole, since })
  const { outcome, known: taken } = judged
  // A change without memory does not mean a repository without memory.
  const isElsewhere = async (): Promise<boolean> => focus !== null && (await hasMemory(seen))
  const ignored = isStored && isNothing(outcome) ? await ignoredMemory(project, seen) : null
  if (ignored === null)
    await assertSomethingChecked(outcome, {
      label: seen.after.label,
      settings,
      files: seen.after.files,
      paths: options.paths,
      isWanted,
      isElsewhere,
    })
  memory.facts.save?.()
  // Where some parts were judged, the findings of the others are known by their counts.
  const now = outcome.judged && taken === null ? outcome.judged : null
  const diagnostics = now?.diagnostics ?? judged.diagnostics().filter(({ path }) => isWanted(path))
  const { fixable, general: _, ...severities } = countDiagnostics(diagnostics, countsOf(now?.others ?? []))
  const summary = {
    ...severities,
    ...looked(outcome, fixes.fresh ?? outcome.fresh, isWanted),
    fixed: fixes.fixed,
    seconds: Math.round(millisecondsSince(started)) / 1000,
    ...(taken !== null && { known: taken }),
  }
  const isUntouched = ignored === null && focus && summary.documents === 0 && diagnostics.length === 0
  return {
    report: now
      ? {
          version: 1,
          get diagnostics() {
            return judged.diagnostics()
          },
          summary,
        }
      : { version: 1, diagnostics, summary },
    ...(now && { judged: now }),
    excerpts: (wanted) => readTexts(seen.after, wanted),
    fixes: (wanted) => fixesOf(seen.after, wanted, memory),
    fixable,
    fixedFiles: fixes.written,
    notes: [
      ...fixes.notes,
      ...(isUntouched ? [UNTOUCHED] : []),
      ...rebuildNotes(judged.rebuilt),
      ...(ignored === null
        ? []
        : [`git ignores ${safePath(ignored)}: none of that memory is in the ${seen.after.label}`]),
    ],
    lasting: () => {
      const { parts, repeatable, besides = null } = outcome
      const known = since?.preconditions
      const preconditions =
        parts && repeatable ? cachePreconditions(memory.after, project, memory, known) : null
      return parts && preconditions
        ? { preconditions, parts, besides: taken === null ? besides : null }
        : null
    },
  }
}

type Judged = {
  readonly outcome: Outcome
  readonly diagnostics: () => readonly Diagnostic[]
  readonly known: number | null
  /** Derived files that the commit hook will rebuild. */
  readonly rebuilt: readonly string[]
}

/** A state is judged by its own settings, a change by those before it as well. */
async function judgeSidesOf(
  load: MemoryView,
  {
    keptIn,
    isWhole,
    since,
  }: { readonly keptIn: Project | null; readonly isWhole: boolean; readonly since: Since | null },
): Promise<Judged> {
  if (load.before) {
    const loaded = await loadSides(load)
    const judged = await judgeChange(loaded, load, { isWhole })
    const { diagnostics, known } = judged
    return { outcome: outcomeOfChecked(judged), diagnostics: () => diagnostics, known, rebuilt: [] }
  }
  const outcome = await outcomeOf(load, keptIn, since)
  const baseline = await baselineIn(load.after)
  if (!baseline) return { outcome, diagnostics: outcome.diagnostics, known: null, rebuilt: [] }
  const { diagnostics, known } = withoutKnownFindings(outcome.diagnostics(), { baseline, load, isWhole })
  return { outcome, diagnostics: () => diagnostics, known, rebuilt: [] }
}

/** What is staged, as the commit hook judges it. */
async function judgeNextCommit(memory: OpenMemory, isWhole: boolean): Promise<Judged> {
  const { checked, diagnostics, plan } = await judgeStaged(memory, { isWhole })
  const outcome = outcomeOfChecked(checked)
  const isRefused = diagnostics.some(({ severity }) => severity === 'error')
  if (!isRefused) for (const [path, { kind }] of plan) if (kind === 'text') assertNoFolder(path, memory.after)
  return { outcome, diagnostics: () => diagnostics, known: checked.known, rebuilt: [...plan.keys()] }
}

function rebuildNotes(paths: readonly string[]): readonly string[] {
  const shown = paths.map(safePath).join(', ')
  return paths.length === 0
    ? []
    : [`stale, and rebuilt by the commit hook: ${shown}; without the hook run \`memkeep index\``]
}

/** True when there was no document on any side. */
function isNothing({ counts, gone, others }: Outcome): boolean {
  return counts.length + gone.length + (others?.documents ?? 0) === 0
}

type Looked = PlaceLookedAt & {
  readonly paths: readonly string[]
  readonly isWanted: (path: string) => boolean
  readonly isElsewhere: () => Promise<boolean>
}

/** "Checked nothing" is never a pass: neither of everything, nor of the paths that were given. */
async function assertSomethingChecked(
  outcome: Outcome,
  { label, settings, files, paths, isWanted, isElsewhere }: Looked,
): Promise<void> {
  const { counts, gone, others } = outcome
  const documents = [...counts.map(([path]) => path), ...gone]
  const count = documents.length + (others?.documents ?? 0)
  if (count === 0 && !(await isElsewhere())) {
    assertMemory({ label, settings, files, documents: 0, diagnostics: outcome.diagnostics() })
  }
  if (paths.length === 0 || [...documents, ...outcome.diagnostics().map(({ path }) => path)].some(isWanted))
    return
  throw noMemoryError(paths)
}

type LookedCounts = {
  readonly documents: number
  readonly items: number
  readonly headings: number
  readonly cached: number
}

/** What was looked at of what was asked for. */
function looked(
  { counts, others = { documents: 0, items: 0, headings: 0 } }: Outcome,
  fresh: readonly string[],
  isWanted: (path: string) => boolean,
): LookedCounts {
  const wanted = counts.filter(([path]) => isWanted(path))
  const isNew = new Set(fresh)
  return {
    documents: wanted.length + others.documents,
    items: wanted.reduce((sum, [, items]) => sum + items, others.items),
    headings: wanted.reduce((sum, [, , headings]) => sum + headings, others.headings),
    cached: wanted.filter(([path]) => !isNew.has(path)).length + others.documents,
  }
}

/**
 * A memory root in the work tree that git ignores: a commit holds nothing of it, and that is correct. Null where there is
 * none.
 */
async function ignoredMemory({ root, repository }: Project, load: MemoryView): Promise<string | null> {
  if (!repository) return null
  const { settings } = load
  const layouts = [...load.layouts, ...(load.unsigned ?? [])]
  const { stored: _, ...disk } = addIgnoredMemory(load.after, { root, layouts, settings })
  const unknown = withFacts(withFocus(load, null), { ...load.facts, signatures: undefined })
  const on = await findLayoutsOn(withSnapshot(unknown, disk))
  const local = claimFiles(disk, on).filter(({ file }) => file.ignored)
  const ignored = await ignoredPaths(
    repository.top,
    local.map(({ file }) => file.path),
  )
  const found = local.find(({ file }) => ignored.includes(file.path))
  if (!found) return null
  return rootPaths(found.layout, settings).find((one) => found.file.path.startsWith(`${one}/`)) ?? null
}
