import { countDiagnostics, type Diagnostic } from '../core/diagnostic.ts'
import type { Report } from '../core/report.ts'
import type { CheckResult } from '../engine/check-request.ts'
import { leavesAsIs, mayLeaveAsIs, redactedData } from '../engine/redacted.ts'
import { json } from '../reporters/json.ts'
import { type StylishContext, stylishFindings, stylishFixes, stylishSummary } from '../reporters/stylish.ts'
import { hasFrame, listingOf } from '../reporters/wording.ts'
import { colorsFor, type FlagValues, type Io, reportFormat } from './command.ts'

/** More frames help no reader, and reading more files would cost more than the check. */
const MOST_FRAMES = 200
/** Cells of a line where the output is not a terminal. */
const DEFAULT_COLUMNS = 120

/** A check to print. */
export type PrintableCheck = CheckResult & {
  /** True when a finding makes the run fail; absent where every error does. */
  readonly fails?: (one: Diagnostic) => boolean
  /** The command that gives the same findings; absent where it is the one that runs. */
  readonly again?: string
}

/** A check's report in the format of `--format`. */
export async function renderReport(check: PrintableCheck, flags: FlagValues, io: Io): Promise<string> {
  const format = reportFormat(flags.format)
  if (format === 'stylish') return forPeople(check, flags, io)
  const { base } = flags
  const report = listedReport(await redactedData(check.report), flags)
  if (format === 'json') return json(report)
  // The formats for programs are a separate bundle.
  const { renderForMachines } = await import('./for-machines.ts')
  const { fails = ({ severity }) => severity === 'error' } = check
  return renderForMachines(format, { ...check, report }, { markNew: base !== undefined, fails })
}

/** With `--quiet` errors only. */
export function listedReport(report: Report, { quiet = false }: FlagValues): Report {
  return { ...report, diagnostics: listed(report.diagnostics, quiet) }
}

function listed(diagnostics: readonly Diagnostic[], quiet: boolean): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => !quiet || severity === 'error')
}

/** What was printed before is not rendered again. */
async function forPeople(check: PrintableCheck, flags: FlagValues, io: Io): Promise<string> {
  const { quiet = false, base, fix = false, output, staged = false, rev } = flags
  const { report, printed, fails, again } = check
  const isFile = output !== undefined
  const columns = (!isFile && io.stdout.columns) || DEFAULT_COLUMNS
  const colors = colorsFor(flags, io)
  const canFix = !fix && !staged && rev === undefined
  // Of what is not listed nothing is offered.
  const { fixable } = quiet ? countDiagnostics(listed(report.diagnostics, quiet)) : check
  const context = {
    colors,
    columns,
    command: io.command,
    quiet,
    markNew: base !== undefined,
    fails,
    fixable: canFix ? fixable : 0,
    fixedFiles: await redactedData(check.fixedFiles),
    again,
  }
  const form = JSON.stringify([colors.isColorSupported, columns, quiet, isFile, io.command])
  const known = printed?.get(form) ?? null
  if (known !== null) return leavesAsIs(`${known}${stylishSummary(report, context)}\n`)
  const { shown, left } = listingOf(listed(report.diagnostics, quiet), isFile ? Infinity : undefined)
  const diagnostics = await redactedData(shown)
  const frames = await framesOf(diagnostics.filter(hasFrame).slice(0, MOST_FRAMES), check, columns)
  const findings = stylishFindings({ shown: diagnostics, left }, { ...context, frames })
  if (findings !== '' && mayLeaveAsIs(findings)) printed?.put(form, findings)
  return `${stylishFixes(context)}${findings}${stylishSummary(report, context)}\n`
}

/** Loads the frame library and the files' texts only when there is a frame to show. */
async function framesOf(
  wanted: readonly Diagnostic[],
  { excerpts }: CheckResult,
  columns: number,
): Promise<StylishContext['frames']> {
  if (wanted.length === 0) return new Map()
  const { codeFrames } = await import('../reporters/code-frame.ts')
  return codeFrames(wanted, await redactedData(await excerpts(wanted)), columns)
}
