import { migrations as ours } from '../../migrations/index.ts'
import { safePath, UserError } from '../core/messages.ts'
import type { FileChange, ForPerson, Migration } from '../core/migration.ts'
import type { PlanStatus } from '../core/plan-status.ts'
import { overlay, type WritePlan } from '../core/write-plan.ts'
import { claimFiles } from '../engine/claims.ts'
import { type PlannedTexts, plannedTexts } from '../engine/derived-files.ts'
import { readExpected } from '../engine/fixes.ts'
import {
  type Asked,
  chosenMigrations,
  findOwnMigrations,
  type Known,
  knownChoices,
  loadOwnMigration,
  namedIds,
  type OwnFile,
} from '../engine/migrations/known-migrations.ts'
import { planMigrations } from '../engine/migrations/plan-migrations.ts'
import type { PlannedRun, Refused } from '../engine/migrations/vet-plan.ts'
import { assertMemory, type OpenMemory, openMemory } from '../engine/open-memory.ts'
import { rootFindings } from '../engine/root-findings.ts'
import { type FsPort, NODE_FS } from '../fs/atomic-write.ts'
import { readUndoRecord } from '../fs/undo-record.ts'
import { applyWritePlan, type Expected, type WriteResult } from '../fs/write-plan.ts'
import { openWorkTree } from '../snapshot/open-snapshot.ts'
import {
  assertRepository,
  type OpenSnapshot,
  openProject,
  type Project,
  writingIn,
} from '../snapshot/project.ts'
import { readHistories } from './histories.ts'
import { type LastRun, readLastRun } from './last-run.ts'
import { assertClean, assertLimitsHit, diskGuard, isWithin, limitsOf } from './run-limits.ts'
import { groupsOf, realChanges, writeGroups } from './write-groups.ts'

/**
 * Brings old memory up to the present format. Throws `UserError` where there is no repository or no memory, for an
 * unknown migration, and, before anything is written, for a file with uncommitted changes.
 */
export async function runMigrate(options: MigrateOptions): Promise<MigrateResult> {
  const { fs = NODE_FS } = options
  const project = await openProject(options.cwd)
  const repository = assertRepository(project, 'migrate')
  const { root } = project
  const last = readLastRun(root, readUndoRecord(repository.gitDir, fs), fs)
  const notes = putBack(project, last, options)
  const memory = await openAsked(project, last, options)
  const snapshot = memory.after
  const { known, chosen, notLoaded } = await openMigrations(root, snapshot, options)
  const limits = limitsOf(project, options.only)
  const planned = await planMigrations(chosen, {
    snapshot,
    load: memory,
    choices: knownChoices(chosen, options.choices),
    statusDefault: options.statusDefault,
    isWanted: (path) => isWithin(limits, path),
    histories: (paths) => readHistories(repository, paths),
    guard: diskGuard(root, options.write ? new Map() : last.putBack.plan),
    owed: last.owed,
  })
  assertLimitsHit(limits, [...snapshot.files.keys(), ...planned.plan.keys()])
  const before = await readExpected(snapshot, everything(planned))
  const run = realChanges(planned, snapshot, before)
  const result = { ...outcomeOf(run, before, { known, ids: options.ids }), notLoaded, notes }
  if (!options.write) return result
  if (!options.allowDirty) {
    const paths = [...everything(run).keys()].filter((path) => !last.carried.has(path))
    await assertClean(repository, paths)
  }
  return withWritten(result, writeAll(project, { gitDir: repository.gitDir, run, before, last, options }))
}

function everything({ plan, rebuilt }: PlannedRun): WritePlan {
  return new Map([...plan, ...rebuilt])
}

/**
 * Undoes the groups that a stopped run began and did not finish: then every set of changes is made whole, or not at
 * all.
 */
function putBack(project: Project, { putBack: back }: LastRun, { write, fs }: MigrateOptions): string[] {
  if (!write || back.plan.size === 0) return []
  const { written, refused } = applyWritePlan(project.root, back.plan, back.expected, {
    ...writingIn(project),
    ...(fs && { fs }),
  })
  const [first] = refused
  if (first) {
    throw new UserError(
      `${safePath(first.path)}, which a run that was stopped had begun, cannot be put back: ${first.reason}`,
      'Fix that, or revert that run with --revert.',
    )
  }
  return written.map((path) => `${path} was half done by a run that was stopped: it was begun anew`)
}

/** The memory to migrate. For a run that only plans, the unfinished groups of a stopped run count as undone. */
async function openAsked(project: Project, last: LastRun, options: MigrateOptions): Promise<OpenMemory> {
  const { cwd, config, cache, today, ids } = options
  const disk = await openWorkTree(project)
  const after: OpenSnapshot = options.write ? disk : { ...disk, ...overlay(disk, last.putBack.plan) }
  // A migration that is named must run.
  const allWanted = ids.length > 0
  const sides = { after, before: null }
  const request = {
    cwd,
    config,
    cache,
    today,
    project,
    sides,
    isWorkTree: true,
    allWanted,
  }
  const memory = await openMemory(request)
  if (allWanted) return memory
  const documents = claimFiles(memory.after, memory).length
  const diagnostics = await rootFindings(memory.after, memory)
  assertMemory(memory, documents, diagnostics)
  return memory
}

type Migrations = {
  readonly known: readonly Known[]
  readonly chosen: readonly Known[]
  readonly notLoaded: readonly OwnFile[]
}

/**
 * Loads the migrations. Of the repository's own, only those that are named are loaded; a run that writes and names
 * none loads all.
 */
async function openMigrations(
  root: string,
  snapshot: OpenSnapshot,
  options: MigrateOptions,
): Promise<Migrations> {
  const { migrations = ours, ids, write } = options
  const files = await findOwnMigrations(snapshot)
  const named = namedIds(
    [...migrations, ...files].map(({ id }) => id),
    options,
  )
  const isAsked = ({ id }: OwnFile): boolean => named.has(id) || (write && ids.length === 0)
  const own = files.filter(isAsked)
  const known = [
    ...migrations.map((migration) => ({ migration, file: null })),
    ...own.map((file) => loadOwnMigration(root, file, migrations)),
  ]
  const notLoaded = ids.length === 0 ? files.filter((file) => !isAsked(file)) : []
  return { known, chosen: chosenMigrations(known, named, options), notLoaded }
}

function outcomeOf(
  run: PlannedRun,
  before: Expected,
  { known, ids }: { readonly known: readonly Known[]; readonly ids: readonly string[] },
): RunOutcome {
  const ran = new Set(run.migrations.map((one) => one.known))
  return {
    migrations: run.migrations.map(({ known: { migration }, sets, forPerson }) => {
      const { id, summary } = migration
      return { id, summary, changes: sets.flat(), forPerson }
    }),
    unnamed: (ids.length > 0 ? [] : known)
      .filter((one) => one.migration.onlyNamed && !ran.has(one))
      .map(({ migration: { id, summary } }) => ({ id, summary })),
    rebuilt: [...run.rebuilt.keys()],
    plan: plannedTexts(everything(run), before),
    written: [],
    refused: run.migrations.flatMap(({ refused }) => refused),
  }
}

type WriteAll = {
  readonly gitDir: string
  readonly run: PlannedRun
  readonly before: Expected
  readonly last: LastRun
  readonly options: MigrateOptions
}

function writeAll(project: Project, { gitDir, run, before, last, options }: WriteAll): WriteResult {
  const { fs = NODE_FS } = options
  return writeGroups({
    root: project.root,
    gitDir,
    groups: groupsOf(run),
    expected: before,
    last,
    scratch: writingIn(project).scratch,
    fs,
  })
}

function withWritten(result: MigrateResult, { written, refused }: WriteResult): MigrateResult {
  return { ...result, written, refused: [...result.refused, ...refused] }
}

/** One run of `memkeep migrate`. */
export type MigrateOptions = Asked & {
  readonly cwd: string
  readonly config?: string | undefined
  /** Files and directories: a set of changes is made when it touches one of them. All when empty. */
  readonly only: readonly string[]
  readonly choices: readonly string[]
  /** The status of plans that state none. */
  readonly statusDefault?: PlanStatus | undefined
  readonly allowDirty: boolean
  /** When false, the run only plans. */
  readonly write: boolean
  readonly cache: boolean
  /** `YYYY-MM-DD` */
  readonly today: string
  readonly migrations?: readonly Migration[]
  readonly fs?: FsPort
}

type MigrationName = { readonly id: string; readonly summary: string }

/** What one migration did, or would do. */
type MigrationOutcome = MigrationName & {
  readonly changes: readonly FileChange[]
  readonly forPerson: readonly ForPerson[]
}

/** What a run did, or would do. */
export type MigrateResult = RunOutcome & {
  /** Migrations of the repository that were not asked for: a run that only plans does not load their code. */
  readonly notLoaded: readonly OwnFile[]
  readonly notes: readonly string[]
}

type RunOutcome = {
  readonly migrations: readonly MigrationOutcome[]
  /** Migrations that run only when they are named, and were not. */
  readonly unnamed: readonly MigrationName[]
  /** Derived files that follow from the changes. */
  readonly rebuilt: readonly string[]
  readonly plan: PlannedTexts
  readonly written: readonly string[]
  readonly refused: readonly Refused[]
}
