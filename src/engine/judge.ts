import { type FileChanges, filesAmong } from '../core/changes/file-changes.ts'
import { compareDiagnostics, countDiagnostics, type Diagnostic } from '../core/diagnostic.ts'
import { rootPaths } from '../core/layout.ts'
import { safePath } from '../core/messages.ts'
import { once } from '../core/text.ts'
import { ignoredPaths } from '../git/path-status.ts'
import { readTexts } from '../snapshot/project.ts'
import { loadSides } from './check-memory.ts'
import type { CheckResult, CheckRun, RangeSides } from './check-request.ts'
import { unprovenNotes } from './citations/unproven-notes.ts'
import { claimFiles } from './claims.ts'
import { type Earlier, withFacts, withFocus, withoutHistory, withSnapshot } from './context.ts'
import { assertNoFolder } from './derived-files.ts'
import { applyFixes, type FixResult, fixesOf } from './fixes.ts'
import { judgeChange, judgeNextCommit } from './judge-change.ts'
import { baselineIn, withoutKnownFindings } from './known-findings.ts'
import { findLayoutsOn, hasMemory } from './layouts-on.ts'
import { assertMemory, noMemoryError, type OpenMemory, openMemory, wantedPaths } from './open-memory.ts'
import { documentsIn, type Outcome, outcomeOf, outcomeOfChecked, totalsOf } from './parts/outcome.ts'
import { millisecondsSince } from './this-run.ts'
import { addIgnoredMemory } from './work-tree.ts'

/** A check whose sides are open. */
export type CheckRequest = CheckRun & {
  readonly sides: RangeSides
  /** What an earlier run found, where contents alone have changed. */
  readonly since?: Earlier | null | undefined
}

/** A check that was judged. */
export type JudgedCheck = {
  readonly result: CheckResult
  readonly memory: OpenMemory
  /** `now` is absent where a baseline takes findings out. */
  readonly outcome: Outcome
}

/** A check whose memory is open. */
type OpenCheck = CheckRequest & {
  readonly memory: OpenMemory
  /** Everything is looked at, and not only what a change touches. */
  readonly isWhole: boolean
  /** True for paths of findings that are reported. */
  readonly isWanted: (path: string) => boolean
}

/** What was judged, and how it is reported. */
type Judged = {
  /** As it was judged: after the fixes. */
  readonly memory: OpenMemory
  readonly outcome: Outcome
  /** The findings that are reported. */
  readonly diagnostics: () => readonly Diagnostic[]
  /** How many findings a baseline took out; null where there is none. */
  readonly known: number | null
  /** What became of the files of the memory; absent where nothing is compared. */
  readonly files?: FileChanges | undefined
  readonly fixes?: FixResult
  readonly notes?: readonly string[]
}

/** Judges two open sides: settings, fixes if asked for, findings, report. Throws `UserError` when there is nothing to check. */
export async function judge(request: CheckRequest): Promise<JudgedCheck> {
  const check = await openCheck(request)
  const { paths } = check.options
  const judged = await withRange(check, await JUDGES[check.options.source.kind](check))
  const ignored = await ignoredMemory(check, judged)
  if (ignored === null) await assertSomethingChecked(check, judged)
  check.memory.facts.save?.()
  return reportOf(check, paths.length > 0 ? judgePaths(check, judged) : judged, ignored)
}

async function openCheck(request: CheckRequest): Promise<OpenCheck> {
  const { project, sides, options, since } = request
  const { source, paths } = options
  const isWhole = source.kind !== 'staged' || paths.length > 0
  const isWorkTree = source.kind === 'work-tree'
  const memory = await openMemory({
    ...options,
    project,
    sides,
    isWorkTree,
    onlyChange: !isWhole,
    since,
    proves: source.kind === 'staged' ? 'change' : 'history',
  })
  return { ...request, memory, isWhole, isWanted: wantedPaths(memory, paths) }
}

const JUDGES = { 'work-tree': judgeWorkTree, staged: judgeStaged, revision: judgeRevision }

/** The work tree, after the fixes that were asked for. */
async function judgeWorkTree(check: OpenCheck): Promise<Judged> {
  const { memory, options, isWanted } = check
  if (!options.fix) return judgeState(check, memory)
  const fixes = await applyFixes(memory, isWanted)
  return { ...(await judgeState(check, { ...memory, after: fixes.after })), fixes }
}

/** What is staged, as the commit hook judges it. */
async function judgeStaged({ memory, isWhole }: OpenCheck): Promise<Judged> {
  const { checked, diagnostics, plan } = await judgeNextCommit(memory, { isWhole })
  const isRefused = diagnostics.some(({ severity }) => severity === 'error')
  if (!isRefused) for (const [path, { kind }] of plan) if (kind === 'text') assertNoFolder(path, memory.after)
  const rebuilt = [...plan.keys()].map(safePath).join(', ')
  return {
    memory,
    outcome: outcomeOfChecked(checked),
    diagnostics: () => diagnostics,
    known: checked.known,
    files: checked.files,
    notes:
      plan.size === 0
        ? []
        : [`stale, and rebuilt by the commit hook: ${rebuilt}; without the hook run \`memkeep index\``],
  }
}

/** A commit. */
function judgeRevision(check: OpenCheck): Promise<Judged> {
  return judgeState(check, check.memory)
}

/** A state is judged by its own settings, a change by those before it as well. */
async function judgeState({ isWhole, since }: OpenCheck, memory: OpenMemory): Promise<Judged> {
  if (memory.before) {
    const judged = await judgeChange(await loadSides(memory), memory, { isWhole })
    const { diagnostics, known, files } = judged
    return { memory, outcome: outcomeOfChecked(judged), diagnostics: () => diagnostics, known, files }
  }
  const outcome = await outcomeOf(memory, since)
  const baseline = await baselineIn(memory.after)
  if (!baseline) return { memory, outcome, diagnostics: outcome.diagnostics, known: null }
  const left = withoutKnownFindings(outcome.diagnostics(), { baseline, load: memory, isWhole })
  const { diagnostics, known } = left
  return {
    memory,
    outcome: { ...outcome, besides: null },
    diagnostics: () => diagnostics,
    known,
  }
}

/** With what the commits since the base leave in history, and what merges among them did. */
async function withRange({ sides: { range }, project, memory }: OpenCheck, judged: Judged): Promise<Judged> {
  if (!range || !project.repository) return judged
  const { judgeMergesOf, judgeRange } = await import('./judge-range.ts')
  const { top } = project.repository
  const brought = await judgeRange({ top, range }, memory)
  const merges = await judgeMergesOf({ top, range }, withoutHistory(withFocus(memory, null)))
  const diagnostics = [...brought.diagnostics, ...merges.diagnostics]
  const notes = [...brought.notes, ...merges.notes]
  const { outcome } = judged
  const all = (found: () => readonly Diagnostic[]) =>
    once(() => [...found(), ...diagnostics].sort(compareDiagnostics))
  return {
    ...judged,
    outcome: { ...outcome, diagnostics: all(outcome.diagnostics) },
    diagnostics: all(judged.diagnostics),
    notes: [...(judged.notes ?? []), ...notes],
  }
}

/** The documents and findings of the paths that were asked for. */
function judgePaths({ isWanted }: OpenCheck, judged: Judged): Judged {
  const { outcome, diagnostics, files } = judged
  return {
    ...judged,
    files: files && filesAmong(files, isWanted),
    outcome: { ...outcome, counts: outcome.counts.filter(([path]) => isWanted(path)) },
    diagnostics: once(() => diagnostics().filter(({ path }) => isWanted(path))),
  }
}

/** Printed with a report of no documents, which would look as if there were no memory. */
const UNTOUCHED = 'what is staged touches no memory, so no document was looked at'

function reportOf(check: OpenCheck, judged: Judged, ignored: string | null): JudgedCheck {
  const { memory, outcome, diagnostics, known, files, fixes, notes = [] } = judged
  const found = diagnostics()
  const { fixable, general: _, ...severities } = countDiagnostics(found)
  const totals = totalsOf(outcome, fixes?.fresh)
  const isUntouched = ignored === null && memory.focus && totals.documents === 0 && found.length === 0
  const summary = {
    ...severities,
    ...totals,
    fixed: fixes?.fixed ?? 0,
    seconds: Math.round(millisecondsSince(check.started)) / 1000,
    ...(known !== null && { known }),
  }
  const result: CheckResult = {
    report: {
      version: 1,
      get diagnostics() {
        return diagnostics()
      },
      summary,
      ...(files && { files }),
    },
    excerpts: (wanted) => readTexts(memory.after, wanted),
    fixes: (wanted) => fixesOf(memory.after, wanted, memory),
    fixable,
    fixedFiles: fixes?.written ?? [],
    notes: [
      ...(fixes?.notes ?? []),
      ...unprovenNotes(outcome.unproven),
      ...(isUntouched ? [UNTOUCHED] : []),
      ...notes,
      ...(ignored === null
        ? []
        : [`git ignores ${safePath(ignored)}: none of that memory is in the ${memory.after.label}`]),
    ],
  }
  return { result, memory, outcome }
}

/** "Checked nothing" is never a pass: neither of everything, nor of the paths that were given. */
async function assertSomethingChecked(check: OpenCheck, { memory, outcome }: Judged): Promise<void> {
  const { options, isWanted } = check
  const { focus } = memory
  // A change without memory does not mean a repository without memory.
  if (documentsIn(outcome) === 0 && !(focus && (await hasMemory(memory)))) {
    assertMemory(memory, 0, outcome.diagnostics())
  }
  if (options.paths.length === 0) return
  const { counts, gone } = outcome
  const found = [...counts.map(([path]) => path), ...gone, ...outcome.diagnostics().map(({ path }) => path)]
  if (!found.some(isWanted)) throw noMemoryError(options.paths)
}

/**
 * A memory root in the work tree that git ignores, where nothing else was checked: a commit holds nothing of it, and that is
 * correct. Null where there is none.
 */
async function ignoredMemory(check: OpenCheck, { memory, outcome }: Judged): Promise<string | null> {
  const { root, repository } = check.project
  if (check.options.source.kind === 'work-tree' || documentsIn(outcome) > 0 || !repository) return null
  const { settings } = memory
  const layouts = [...memory.layouts, ...(memory.unsigned ?? [])]
  const { stored: _, ...disk } = addIgnoredMemory(memory.after, { root, layouts, settings })
  const unsigned = withFacts(withFocus(memory, null), { ...memory.facts, signatures: undefined })
  const on = await findLayoutsOn(withSnapshot(unsigned, disk))
  const local = claimFiles(disk, on).filter(({ file }) => file.ignored)
  const ignored = await ignoredPaths(
    repository.top,
    local.map(({ file }) => file.path),
  )
  const found = local.find(({ file }) => ignored.includes(file.path))
  if (!found) return null
  return rootPaths(found.layout, settings).find((one) => found.file.path.startsWith(`${one}/`)) ?? null
}
