import { resolve } from 'node:path'
import { type CiRun, failsRun, judgeCi } from '../ci/ci.ts'
import { appendOutputs } from '../ci/github/runner.ts'
import type { CiOptions } from '../ci/open-ci.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { CiReport } from '../core/report.ts'
import { appendOutput, writeOutput } from '../engine/output.ts'
import { github } from '../reporters/github.ts'
import { stepSummary } from '../reporters/step-summary.ts'
import { startNote } from '../reporters/wording.ts'
import {
  commonOptions,
  deliver,
  exitCode,
  type FlagValues,
  type Io,
  printNotes,
  skippedRules,
} from './command.ts'
import { listedReport, type PrintableCheck, renderReport } from './rendered.ts'

/** `memkeep ci`: exit 1 when something in this change is at or above the fail level. */
export async function ci(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  return publishCi(await judgeCi(ciOptions(flags, io)), flags, io)
}

/** The options of a run in CI, from the flags and the environment. */
export function ciOptions(flags: FlagValues, io: Io): CiOptions {
  const { base, failOn = 'new', shards } = flags
  const common = commonOptions(flags, io)
  return {
    ...common,
    env: io.env,
    failOn,
    base,
    skip: skippedRules(io),
    shards: shards && resolve(common.cwd, shards),
  }
}

/**
 * Writes the results of a run in CI where the flags and, in GitHub Actions, the environment say: the report (annotations
 * there), SARIF, the step summary and the outputs. Gives the exit code.
 */
export async function publishCi(run: CiRun, flags: FlagValues, io: Io): Promise<0 | 1> {
  const { ci } = run
  const summary = flags.summary ?? (io.env.GITHUB_STEP_SUMMARY || undefined)
  const level = exitCode({ ...ci.report.summary, errors: 0 }, flags)
  const judged = {
    ...run,
    fails: (one: Diagnostic) => failsRun(one, ci.failOn) || (level.code === 1 && one.severity === 'warning'),
  }
  await deliver(await outcome(judged, flags, io), flags, io)
  if (flags.sarif !== undefined) {
    const text = await printed(judged, { ...flags, format: 'sarif', output: flags.sarif, quiet: false }, io)
    await writeOutput(pathOf(flags.sarif, flags, io), text, flags.sarif)
  }
  if (summary !== undefined) await writeSummary(ci, { summary, flags, io })
  if (io.env.GITHUB_OUTPUT) await appendOutputs(io.env.GITHUB_OUTPUT, outputsOf(ci, flags))
  const starts = (ci.atStart ?? []).map((one) => startNote(one, (name) => name))
  printNotes([...ci.notices, ...skipNote(io), ...level.notes, ...starts, ...oldErrorsNote(ci)], io)
  return ci.failing > 0 ? 1 : level.code
}

/** Who reads the log does not see the environment of the job. */
function skipNote(io: Io): readonly string[] {
  const skipped = skippedRules(io)
  return skipped.length === 0 ? [] : [`MEMKEEP_SKIP turns these rules off: ${skipped.join(', ')}`]
}

type JudgedRun = CiRun & { readonly fails: (one: Diagnostic) => boolean }

async function outcome(run: JudgedRun, flags: FlagValues, io: Io): Promise<string> {
  const { format = io.env.GITHUB_ACTIONS === 'true' ? 'github' : 'stylish' } = flags
  if (format === 'github') {
    const markNew = run.ci.base !== null
    return github(listedReport(run.ci.report, flags), { markNew, fails: run.fails, rest: 'in the summary' })
  }
  return printed(run, { ...flags, format }, io)
}

/** The report in the format of `check`. */
function printed({ ci, excerpts, fixes, fails }: JudgedRun, flags: FlagValues, io: Io): Promise<string> {
  const { base, report, notices } = ci
  const result: PrintableCheck = {
    report,
    excerpts,
    fixes,
    fails,
    notes: notices,
    fixedFiles: [],
    fixable: report.diagnostics.filter(({ fixable }) => fixable).length,
  }
  const { base: _, ...others } = flags
  return renderReport(result, base ? { ...others, base: base.oid } : others, io)
}

type Summing = { readonly summary: string; readonly flags: FlagValues; readonly io: Io }

/** GitHub's summary file may hold text of other steps and is appended to; a file that the user names is replaced. */
function writeSummary(ci: CiReport, { summary, flags, io }: Summing): Promise<void> {
  const put = summary === io.env.GITHUB_STEP_SUMMARY ? appendOutput : writeOutput
  return put(pathOf(summary, flags, io), stepSummary(ci), summary)
}

function pathOf(path: string, { cwd = '' }: FlagValues, io: Io): string {
  return resolve(io.cwd, cwd, path)
}

function outputsOf(ci: CiReport, { sarif = '' }: FlagValues): { [name: string]: string | number | boolean } {
  const { errors, warnings } = ci.report.summary
  return {
    errors,
    warnings,
    failing: ci.failing,
    'sarif-file': sarif,
    'index-changed': ci.indexChanged ?? false,
  }
}

/** A note where old errors are in the report and the exit code is 0. */
function oldErrorsNote({ failing, failOn, report }: CiReport): string[] {
  const { errors } = report.summary
  if (failing > 0 || errors === 0) return []
  const old = errors === 1 ? '1 error was' : `${errors} errors were`
  return [`${old} there before, which fails no run with --fail-on ${failOn}`]
}
