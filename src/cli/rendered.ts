import type { Diagnostic } from '../core/diagnostic.ts'
import type { Report } from '../core/report.ts'
import type { CheckResult } from '../engine/check-request.ts'
import { leavesAsIs, mayLeaveAsIs, redactedData } from '../engine/redacted.ts'
import { json } from '../reporters/json.ts'
import { findingsToFrame, findingsToList } from '../reporters/shown-findings.ts'
import { stylishFindings, stylishSummary } from '../reporters/stylish.ts'
import { reportFormat } from './flags/formats.ts'
import type { FlagValues } from './flags.ts'
import { colorsFor, type Io } from './io.ts'

/** Width taken for output that is not a terminal's. */
const DEFAULT_COLUMNS = 120

/** What is to be printed. */
export type Rendered = CheckResult & {
  /** Whether a finding makes the run fail; absent where every error does. */
  readonly fails?: (one: Diagnostic) => boolean
}

/** A check's report in the format that was asked for. */
export async function rendered(found: Rendered, flags: FlagValues, io: Io): Promise<string> {
  const format = reportFormat(flags.format)
  if (format === 'stylish') return forPeople(found, flags, io)
  const { base } = flags
  const report = listedReport(await redactedData(found.report), flags)
  if (format === 'json') return json(report)
  // What only machines read is a bundle of its own.
  const { forMachines } = await import('./for-machines.ts')
  const { fails = isError } = found
  return forMachines(format, { ...found, report }, { markNew: base !== undefined, fails })
}

/** With `--quiet` errors only. */
function listedReport(report: Report, { quiet = false }: FlagValues): Report {
  const isListed = ({ severity }: Diagnostic): boolean => !quiet || severity === 'error'
  return { ...report, diagnostics: report.diagnostics.filter(isListed) }
}

/** Findings that were printed before are not read again. */
async function forPeople(found: Rendered, flags: FlagValues, io: Io): Promise<string> {
  const { quiet = false, base, fix = false, output, staged = false, rev } = flags
  const columns = (output === undefined && io.stdout.columns) || DEFAULT_COLUMNS
  const colors = colorsFor(flags, io)
  const canFix = !fix && !staged && rev === undefined
  const { fails } = found
  const context = {
    colors,
    columns,
    quiet,
    markNew: base !== undefined,
    passes: fails !== undefined && !found.report.diagnostics.some(fails),
    fixable: canFix ? found.fixable : 0,
    mended: await redactedData(found.mended),
  }
  const form = JSON.stringify([colors.isColorSupported, columns, quiet])
  const known = found.printed?.get(form) ?? null
  if (known !== null) return leavesAsIs(`${known}${stylishSummary(found.report, context)}\n`)
  const report = listedReport(await redactedData(found.report), flags)
  const frames = await framesOf(report.diagnostics, found, columns)
  const findings = stylishFindings(report, { ...context, frames })
  if (findings !== '' && mayLeaveAsIs(findings)) found.printed?.put(form, findings)
  return `${findings}${stylishSummary(report, context)}\n`
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error'
}

/** The frame library and the files' texts are loaded only when there is something to show. */
async function framesOf(
  listed: readonly Diagnostic[],
  { excerpts }: CheckResult,
  columns: number,
): Promise<ReadonlyMap<Diagnostic, readonly string[]>> {
  const wanted = findingsToFrame(findingsToList(listed))
  if (wanted.length === 0) return new Map()
  const { codeFrames } = await import('../reporters/code-frame.ts')
  return codeFrames(wanted, await redactedData(await excerpts(wanted)), columns)
}
