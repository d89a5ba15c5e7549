import { resolve } from 'node:path'
import { asCalled } from '../core/command-name.ts'
import { quoteForShell, UserError } from '../core/messages.ts'
import type { WorkedOut } from '../core/migration.ts'
import { assertOutputWritable, writeOutput } from '../engine/output.ts'
import { runRevert } from '../migrate/last-run.ts'
import { type MigrateResult, runMigrate } from '../migrate/migrate.ts'
import { safeJson } from '../reporters/json.ts'
import { migrateReport } from '../reporters/migrate-report.ts'
import { type MigrateOutcome, migrateText, revertText } from '../reporters/migrate-text.ts'
import { colorsFor, commonOptions, deliver, type FlagValues, type Io, printNotes } from './command.ts'

// One bundle: both write groups of files that `--revert` restores.
export { importMemory } from './import.ts'

/** `memkeep migrate [ID…]`: exit 1 when a file was left that a migration would have changed. */
export async function migrate(ids: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  if (flags.revert) return revert(ids, flags, io)
  const { report } = flags
  const reportPath = resolve(io.cwd, flags.cwd ?? '', report ?? '')
  // Before anything is written: only this report names the evidence of the values.
  if (report !== undefined) assertOutputWritable(reportPath, report)
  const result = await run(ids, flags, io)
  const outcome = outcomeOf(result, flags)
  const text =
    flags.format === 'json'
      ? asJson(outcome)
      : asCalled(migrateText(outcome, colorsFor(flags, io)), io.command)
  if (report !== undefined) await writeOutput(reportPath, migrateReport(outcome), report)
  await deliver(text, flags, io)
  printNotes(result.notes, io)
  return result.refused.length > 0 && !flags.list ? 1 : 0
}

async function run(ids: readonly string[], flags: FlagValues, io: Io): Promise<MigrateResult> {
  const { only = [], include = [], with: choices = [], statusDefault } = flags
  return runMigrate({
    ...commonOptions(flags, io),
    ids,
    include,
    only,
    choices,
    statusDefault,
    allowDirty: flags.allowDirty ?? false,
    write: !flags.list && !flags.dryRun,
  })
}

async function revert([id]: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  if (id !== undefined) {
    throw new UserError('--revert takes back the whole last run', 'Leave the name of the migration out.')
  }
  const result = await runRevert({ cwd: resolve(io.cwd, flags.cwd ?? '') })
  const { written, refused } = result
  const text =
    flags.format === 'json'
      ? safeJson({ version: 1, restored: written, refused })
      : revertText(result, colorsFor(flags, io))
  await deliver(text, flags, io)
  return refused.length > 0 ? 1 : 0
}

function outcomeOf(result: MigrateResult, { list, dryRun }: FlagValues): MigrateOutcome {
  const differences = [...result.plan.values()]
  const mode = list ? 'list' : dryRun ? 'dry-run' : 'write'
  const look = list ? '--list' : '--dry-run'
  const notLoaded = result.notLoaded.map((own) => ({
    ...own,
    command: `memkeep migrate ${quoteForShell(own.id)} ${look}`,
  }))
  return { ...result, notLoaded, mode, differences, commit: commitLine(result.written) }
}

/** With more names the line would be too long to copy. */
const MOST_NAMES = 8

function commitLine(written: readonly string[]): string {
  const tops = [...new Set(written.map((path) => path.split('/', 1)[0] ?? ''))]
  const what = tops.length > MOST_NAMES ? '--all' : `-- ${tops.map(quoteForShell).join(' ')}`
  return `git add ${what} && git commit -m 'Migrate memory'`
}

/** `changes` holds the whole text of every file that would differ; only a dry run has it. */
function asJson({
  mode,
  migrations,
  unnamed,
  notLoaded,
  rebuilt,
  differences,
  written,
  refused,
}: MigrateOutcome): string {
  const changes = mode === 'dry-run' ? { changes: differences } : {}
  const pending = migrations.map(({ id, summary, changes: own, forPerson }) => ({
    id,
    summary,
    files: own.map(({ path, kind, values }) => ({ path, kind, values: values.map(markGuess) })),
    forPerson,
  }))
  const own = notLoaded.map(({ id, file }) => ({ id, file }))
  return safeJson({
    version: 1,
    migrations: pending,
    unnamed,
    notLoaded: own,
    rebuilt,
    written,
    refused,
    ...changes,
  })
}

function markGuess(value: WorkedOut): WorkedOut & { readonly guess?: true } {
  return value.evidence.kind === 'guess' ? { ...value, guess: true } : value
}
