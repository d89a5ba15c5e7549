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

/** Findings that were printed before are not rendered again. */
async function forPeople(check: PrintableCheck, flags: FlagValues, io: Io): Promise<string> {
  const { quiet = false, base, fix = false, output, staged = false, rev } = flags
  const { report, printed, fails } = check
  const columns = (output === undefined && io.stdout.columns) || DEFAULT_COLUMNS
  const colors = colorsFor(flags, io)
  const canFix = !fix && !staged && rev === undefined
  const context = {
    colors,
    columns,
    command: io.command,
    quiet,
    markNew: base !== undefined,
    passes: fails !== undefined && !report.diagnostics.some(fails),
    fixable: canFix ? check.fixable : 0,
    fixedFiles: await redactedData(check.fixedFiles),
  }
  const form = JSON.stringify([colors.isColorSupported, columns, quiet, io.command])
  const known = printed?.get(form) ?? null
  if (known !== null) return leavesAsIs(`${known}${stylishSummary(report, context)}\n`)
  const blocks = (await blocksAroundChange(check, form, context)) ?? (await allBlocks(check, context))
  const findings = blocks.map(({ text }) => text).join('')
  if (findings !== '' && mayLeaveAsIs(findings)) printed?.put(form, blocks)
  return `${stylishFixes(context)}${findings}${stylishSummary(report, context)}\n`
}

async function allBlocks(check: CheckResult, context: BlockContext): Promise<readonly PrintedBlock[]> {
  const diagnostics = listed((await redactedData(check.report)).diagnostics, context.quiet)
  const markNew = context.markNew && diagnostics.some((one) => one.new)
  return (await fill([...groupByPath(diagnostics).values()], check, { ...context, markNew })) ?? []
}

/** Findings of parts that were not judged are printed as they were; null where that cannot be. */
async function blocksAroundChange(
  check: CheckResult,
  form: string,
  context: BlockContext,
): Promise<readonly PrintedBlock[] | null> {
  const copyable = check.printed?.copyable(form)
  if (!copyable) return null
  const others = groupByPath(listed(copyable.others, context.quiet)).values()
  const slots: Slot[] = [...copyable.blocks, ...others]
  return fill(
    slots.sort((a, b) => compareText(pathOf(a), pathOf(b))),
    check,
    context,
  )
}

/** What is printed of one file: as it was, or its findings. */
type Slot = PrintedBlock | readonly Diagnostic[]

/** Null where a block would not be as it was: it depends on the help and on the frames of files before it. */
async function fill(
  slots: readonly Slot[],
  check: CheckResult,
  context: BlockContext,
): Promise<readonly PrintedBlock[] | null> {
  const takeRoom = frameRoom()
  const wanted: Diagnostic[] = []
  const framed = slots.map((slot) => {
    if (isCopied(slot)) return takeRoom(slot.framable)
    const chosen = findingsToFrame(findingsToList(slot), takeRoom)
    wanted.push(...chosen)
    return chosen.length
  })
  if (slots.some((slot, i) => isCopied(slot) && slot.framed !== framed[i])) return null
  const withFrames = { ...context, frames: await framesOf(wanted, check, context.columns) }
  const helped = new Set<string>()
  const blocks: PrintedBlock[] = []
  for (const [i, slot] of slots.entries()) {
    const block = isCopied(slot)
      ? slot
      : newBlock(slot, { helped, framed: framed[i] ?? 0, context: withFrames })
    if (block.helps.some((key) => helped.has(key))) return null
    if (!block.helpedBefore.every((key) => helped.has(key))) return null
    for (const key of block.helps) helped.add(key)
    blocks.push(block)
  }
  return blocks
}

type Making = {
  readonly helped: ReadonlySet<string>
  readonly framed: number
  readonly context: StylishContext
}

function newBlock(group: readonly Diagnostic[], { helped, framed, context }: Making): PrintedBlock {
  const shown = findingsToList(group)
  const keys = helpKeys(shown)
  return {
    path: pathOf(group),
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
