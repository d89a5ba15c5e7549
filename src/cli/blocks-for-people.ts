import type { PrintedBlock } from '../cache/printed-text.ts'
import { type Diagnostic, groupByPath } from '../core/diagnostic.ts'
import { compareText } from '../core/text.ts'
import type { CheckResult } from '../engine/check-request.ts'
import { redactedData } from '../engine/redacted.ts'
import { findingsToFrame, findingsToList, frameRoom } from '../reporters/shown-findings.ts'
import { type BlockContext, helpKeys, type StylishContext, stylishFile } from '../reporters/stylish.ts'

/** What is printed of one file: as it was, or its findings. */
type Slot = PrintedBlock | readonly Diagnostic[]

/** The findings of a report as they are printed, file by file. */
export async function blocksOf(
  listed: readonly Diagnostic[],
  found: CheckResult,
  context: BlockContext,
): Promise<readonly PrintedBlock[]> {
  return (await fill([...groupByPath(listed).values()], found, context)) ?? []
}

/** The same, where blocks of the last run can be copied; else null. `listed`: all findings of the other files. */
export async function blocksAround(
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
