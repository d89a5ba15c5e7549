import type { PrintedBlock } from '../cache/printed-text.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Report } from '../core/report.ts'
import type { CheckResult } from '../engine/check-request.ts'
import { leavesAsIs, mayLeaveAsIs, redactedData } from '../engine/redacted.ts'
import { json } from '../reporters/json.ts'
import { type BlockContext, stylishFixes, stylishSummary } from '../reporters/stylish.ts'
import { blocksAround, blocksOf } from './blocks-for-people.ts'
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
  const format = reportFormat(flags.format)
  if (format === 'stylish') return forPeople(found, flags, io)
  const { base } = flags
  const report = listedReport(await redactedData(found.report), flags)
  if (format === 'json') return json(report)
  // The formats for programs are a separate bundle.
  const { renderForMachines } = await import('./for-machines.ts')
  const { fails = isError } = found
  return renderForMachines(format, { ...found, report }, { markNew: base !== undefined, fails })
}

/** With `--quiet` errors only. */
function listedReport(report: Report, { quiet = false }: FlagValues): Report {
  const isListed = ({ severity }: Diagnostic): boolean => !quiet || severity === 'error'
  return { ...report, diagnostics: report.diagnostics.filter(isListed) }
}

/** Findings that were printed before are not rendered again. */
async function forPeople(found: PrintableCheck, flags: FlagValues, io: Io): Promise<string> {
  const { quiet = false, base, fix = false, output, staged = false, rev } = flags
  const columns = (output === undefined && io.stdout.columns) || DEFAULT_COLUMNS
  const colors = colorsFor(flags, io)
  const canFix = !fix && !staged && rev === undefined
  const { fails } = found
  const context = {
    colors,
    columns,
    command: io.command,
    quiet,
    markNew: base !== undefined,
    passes: fails !== undefined && !found.report.diagnostics.some(fails),
    fixable: canFix ? found.fixable : 0,
    fixedFiles: await redactedData(found.fixedFiles),
  }
  const form = JSON.stringify([colors.isColorSupported, columns, quiet, io.command])
  const known = found.printed?.get(form) ?? null
  if (known !== null) return leavesAsIs(`${known}${stylishSummary(found.report, context)}\n`)
  const blocks = (await blocksAroundChange(found, form, context)) ?? (await allBlocks(found, flags, context))
  const findings = blocks.map(({ text }) => text).join('')
  if (findings !== '' && mayLeaveAsIs(findings)) found.printed?.put(form, blocks)
  return `${stylishFixes(context)}${findings}${stylishSummary(found.report, context)}\n`
}

async function allBlocks(
  found: CheckResult,
  flags: FlagValues,
  context: BlockContext,
): Promise<readonly PrintedBlock[]> {
  const { diagnostics } = listedReport(await redactedData(found.report), flags)
  return blocksOf(diagnostics, found, {
    ...context,
    markNew: context.markNew && diagnostics.some((one) => one.new),
  })
}

/** Findings of parts that were not judged are printed as they were; null where that cannot be. */
async function blocksAroundChange(
  found: CheckResult,
  form: string,
  context: BlockContext,
): Promise<readonly PrintedBlock[] | null> {
  const copyable = found.printed?.copyable(form)
  if (!copyable) return null
  const listed = copyable.others.filter(({ severity }) => !context.quiet || severity === 'error')
  return blocksAround(copyable.blocks, listed, { found, context })
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error'
}
