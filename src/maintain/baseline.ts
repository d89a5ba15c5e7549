import {
  type Baseline,
  type BaselineRow,
  baselineOf,
  baselineRows,
  baselineSurplus,
  countKnown,
  lowerBaseline,
} from '../core/baseline.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { BASELINE_FILE } from '../core/rule.ts'
import { writeOwnFile } from '../engine/fixes.ts'
import { baselineIn, neverKnown } from '../engine/known-findings.ts'
import { assertMemory, type MemoryRequest, openMemory } from '../engine/open-memory.ts'
import { outcomeOf } from '../engine/parts/outcome.ts'
import { writeBaseline } from '../formats/baseline.ts'
import { openHead } from '../snapshot/open-snapshot.ts'
import { type OpenSnapshot, openProject, type Project, renamedAsIs } from '../snapshot/project.ts'

/** The outcome for the baseline file. */
type BaselineResult = {
  /** Known findings before; null where there was no file. */
  readonly before: number | null
  readonly after: number
  readonly written: boolean
  /** Errors and warnings that the file does not count, because they are newer. */
  readonly added: readonly BaselineRow[]
  /** Findings of rules that are always reported. */
  readonly never: readonly BaselineRow[]
}

/**
 * Writes the file of known findings: all findings where there is no file, else only those that it counted before.
 * Throws `UserError` where there is no memory, and for a file that cannot be read.
 */
export async function runBaseline(options: MemoryRequest): Promise<BaselineResult> {
  const project = await openProject(options.cwd)
  const { snapshot, diagnostics, never } = await lookAt(project, options)
  const found = countKnown(diagnostics.filter(({ rule }) => !never.has(rule)))
  const present = await baselineIn(snapshot)
  const old = present && (await withRenames(project, snapshot, present))
  const next = old ? lowerBaseline(old, found) : found
  const [before, after] = [present && total(present), total(next)]
  const added = old ? baselineSurplus(found, old) : []
  const text = writeBaseline(next)
  const isSame = present ? writeBaseline(present) === text : next.size === 0
  if (!isSame) await writeOwnFile(project, snapshot, { path: BASELINE_FILE, text })
  const left = countKnown(diagnostics.filter(({ rule }) => never.has(rule)))
  return { before, after, written: !isSame, added, never: baselineRows(left) }
}

type Looked = {
  readonly snapshot: OpenSnapshot
  readonly diagnostics: readonly Diagnostic[]
  readonly never: ReadonlySet<string>
}

/** Checks the work tree as `memkeep check` does, with known findings included. */
async function lookAt(project: Project, options: MemoryRequest): Promise<Looked> {
  const memory = await openMemory({ ...options, project, proves: 'history' })
  const outcome = await outcomeOf(memory)
  const diagnostics = outcome.diagnostics()
  assertMemory(memory, outcome.counts.length, diagnostics)
  memory.facts.save?.()
  return { snapshot: memory.after, diagnostics, never: neverKnown(memory) }
}

/** The counts of a file that was renamed since the last commit move to its new name. */
async function withRenames(project: Project, snapshot: OpenSnapshot, baseline: Baseline): Promise<Baseline> {
  const isGone = [...baseline.keys()].some((path) => !snapshot.files.has(path))
  const head = isGone && project.repository ? await openHead(project.repository.top) : null
  if (!head) return baseline
  const renamed = await renamedAsIs(head, snapshot, [...baseline.keys()])
  return baselineOf(
    baselineRows(baseline).map((row) => ({ ...row, path: renamed.get(row.path) ?? row.path })),
  )
}

function total(baseline: Baseline): number {
  return baselineRows(baseline).reduce((sum, { count }) => sum + count, 0)
}
