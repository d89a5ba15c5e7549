import type { PrintedBlock } from '../cache/printed-text.ts'
import { type Diagnostic, groupByPath } from '../core/diagnostic.ts'
import type { Report } from '../core/report.ts'
import { compareText } from '../core/text.ts'
import type { CheckResult } from '../engine/check-request.ts'
import { leavesAsIs, mayLeaveAsIs, redactedData } from '../engine/redacted.ts'
import { json } from '../reporters/json.ts'
import {
  type BlockContext,
  helpKeys,
  type StylishContext,
  stylishFile,
  stylishFixes,
  stylishSummary,
} from '../reporters/stylish.ts'
import { findingsToFrame, findingsToList, frameRoom } from '../reporters/wording.ts'
import { colorsFor, type FlagValues, type Io, reportFormat } from './command.ts'

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
export function listedReport(report: Report, { quiet = false }: FlagValues): Report {
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

/** What is printed of one file: as it was, or its findings. */
type Slot = PrintedBlock | readonly Diagnostic[]

/** The findings of a report as they are printed, file by file. */
async function blocksOf(
  listed: readonly Diagnostic[],
  found: CheckResult,
  context: BlockContext,
): Promise<readonly PrintedBlock[]> {
  return (await fill([...groupByPath(listed).values()], found, context)) ?? []
}

/** The same, where blocks of the last run can be copied; else null. `listed`: all findings of the other files. */
async function blocksAround(
  copied: readonly PrintedBlock[],
  listed: readonly Diagnostic[],
  { found, context }: { readonly found: CheckResult; readonly context: BlockContext },
): Promise<readonly PrintedBlock[] | null> {
  const slots = [...copied, ...groupByPath(listed).values()]
  return fill(
    slots.sort((a, b) => compareText(pathOf(a), pathOf(b))),
    found,
    context,
  )
}

/** Null where a block would not be as it was: it depends on the help and on the frames of files before it. */
async function fill(
  slots: readonly Slot[],
  found: CheckResult,
  context: BlockContext,
): Promise<readonly PrintedBlock[] | null> {
  const takeRoom = frameRoom()
  const wanted: Diagnostic[] = []
  const counts = slots.map((slot) => {
    if (isCopied(slot)) return takeRoom(slot.framable)
    const chosen = findingsToFrame(findingsToList(slot), takeRoom)
    wanted.push(...chosen)
    return chosen.length
  })
  if (slots.some((slot, i) => isCopied(slot) && slot.framed !== counts[i])) return null
  const frames = await framesOf(wanted, found, context.columns)
  const among = slots.some(isCopied) ? 'judged' : 'all'
  const helped = new Set<string>()
  const blocks: PrintedBlock[] = []
  for (const [i, slot] of slots.entries()) {
    const block = isCopied(slot)
      ? slot
      : newBlock(slot, { found, among, helped, framed: counts[i] ?? 0, context: { ...context, frames } })
    if (block.helps.some((key) => helped.has(key))) return null
    if (!block.helpedBefore.every((key) => helped.has(key))) return null
    for (const key of block.helps) helped.add(key)
    blocks.push(block)
  }
  return blocks
}

type Making = {
  readonly found: CheckResult
  readonly among: 'all' | 'judged'
  readonly helped: ReadonlySet<string>
  readonly framed: number
  readonly context: StylishContext
}

function newBlock(
  group: readonly Diagnostic[],
  { found, among, helped, framed, context }: Making,
): PrintedBlock {
  const path = pathOf(group)
  const shown = findingsToList(group)
  const keys = helpKeys(shown)
  return {
    path,
    parts: found.printed?.partsOf(path, among) ?? [],
    text: stylishFile(group, context, helped),
    framable: findingsToFrame(shown, (count) => count).length,
    framed,
    helps: keys.filter((key) => !helped.has(key)),
    helpedBefore: keys.filter((key) => helped.has(key)),
  }
}

function isCopied(slot: Slot): slot is PrintedBlock {
  return 'text' in slot
}

function pathOf(slot: Slot): string {
  return isCopied(slot) ? slot.path : (slot[0]?.path ?? '.')
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
