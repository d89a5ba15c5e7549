import type { Diagnostic } from '../core/diagnostic.ts'
import type { CheckResult } from '../engine/check-request.ts'
import { redactedData } from '../engine/redacted.ts'
import { json } from '../reporters/json.ts'
import { findingsToFrame, findingsToList } from '../reporters/shown-findings.ts'
import { stylish } from '../reporters/stylish.ts'
import { reportFormat } from './flags/formats.ts'
import type { FlagValues } from './flags.ts'
import { colorsFor, type Io } from './io.ts'

/** Cells of a line where the output is not a terminal. */
const DEFAULT_COLUMNS = 120

/** A check to print. */
export type PrintableCheck = CheckResult & {
  /** True when a finding makes the run fail; absent where every error does. */
  readonly fails?: (one: Diagnostic) => boolean
}

/** A check's report in the format of `--format`. */
export async function renderReport(found: PrintableCheck, flags: FlagValues, io: Io): Promise<string> {
  const result = {
    ...found,
    report: await redactedData(found.report),
    mended: await redactedData(found.mended),
  }
  const { fails = isError } = result
  const { quiet = false, base, fix = false, output } = flags
  const listed = result.report.diagnostics.filter(({ severity }) => !quiet || severity === 'error')
  const report = { ...result.report, diagnostics: listed }
  const format = reportFormat(flags.format)
  if (format === 'json') return json(report)
  if (format !== 'stylish') {
    // The formats for programs are a separate bundle.
    const { renderForMachines } = await import('./for-machines.ts')
    return renderForMachines(format, { ...result, report }, { markNew: base !== undefined, fails })
  }
  const columns = (output === undefined && io.stdout.columns) || DEFAULT_COLUMNS
  const { staged = false, rev } = flags
  const canFix = !fix && !staged && rev === undefined
  return stylish(report, {
    colors: colorsFor(flags, io),
    columns,
    frames: await framesOf(listed, result, columns),
    quiet,
    markNew: base !== undefined,
    passes: result.fails !== undefined && !result.report.diagnostics.some(fails),
    fixable: canFix ? result.fixable : 0,
    fixedFiles: result.mended,
  })
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error'
}

/** Loads the frame library and the files' texts only when there is a frame to show. */
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
