import { lineAt, lineStarts } from '../../core/text.ts'
import { isBlank, isBreak, type Line, lineKind, lineOf } from './line.ts'
import { addAll, blockOf, emptyOutline, type Lines, located, type Outline } from './outline.ts'
import { findDoubts, type Scan, scanDoubt, type Zone } from './scan.ts'
import { scanList, scanQuote } from './scan-containers.ts'
import { scanInline } from './scan-inline.ts'
import { fenceEnd, headingAt, scanHtml, scanParagraph } from './scan-leaves.ts'

/** `auto`: a line scan where it is sure, remark elsewhere; `remark`: remark for the whole text. Results are equal. */
export type Engine = 'auto' | 'remark'

/** What a line scan found out already, and the parts of the text that remark has to parse, in source order. */
export type Plan = { readonly lines: Lines; readonly outline: Outline; readonly zones: readonly Zone[] }

/** What may be the label of a link definition, at the start of a line in any container. */
const LABEL = /(?:^|[\r\n])[ \t>+*\-\d.)]*\[(?![ \t\r\n]*\])(?:[^[\]\\]|\\[\s\S]){1,999}\]:/

/** Decides what of a text a line scan can settle; `remark` leaves all of it to remark. */
export function planMarkdown(text: string, start: number, engine: Engine): Plan {
  const lines = { text, starts: lineStarts(text), from: start }
  if (engine === 'auto') {
    const { outline, zones } = scanBlocks(lines)
    if (!zones.some((zone) => mayDefine(text, zone))) return { lines, outline, zones }
  }
  return { lines, outline: emptyOutline(), zones: [{ start, end: text.length, type: 'inline' }] }
}

/** A definition makes references of brackets anywhere, and no link can enclose a reference: no part can be parsed alone. */
function mayDefine(text: string, { start, end }: Zone): boolean {
  return LABEL.test(text.slice(start, end))
}

/**
 * Reads a text line by line at the top level of Markdown. What it can be sure of goes to the outline (out of order
 * only between sorts); everything else is left as zones for remark. Each step starts where no block is open.
 */
function scanBlocks(lines: Lines): Scan {
  const scan = {
    ...lines,
    outline: emptyOutline(),
    zones: [],
    doubts: findDoubts(lines.text, lines.from),
  }
  let index = lineAt(lines.starts, lines.from) - 1
  for (let line = lineOf(scan, index); line; line = lineOf(scan, index)) {
    index = isBlank(line) ? index + 1 : scanBlock(scan, line, index)
  }
  return scan
}

function scanBlock(scan: Scan, line: Line, index: number): number {
  if (line.indent > 3) return scanDoubt(scan, index)
  switch (lineKind(scan.text, line)) {
    case 'text':
      return scanParagraph(scan, index)
    case 'heading':
      return scanHeading(scan, line, index)
    case 'fence':
      return scanFence(scan, line, index)
    case 'item':
      return scanList(scan, index)
    case 'break':
      return scanBreak(scan, line, index)
    case 'underline':
      return isBreak(scan.text, line) ? scanBreak(scan, line, index) : scanDoubt(scan, index)
    case 'other':
      return scanHtml(scan, line, index)
    case 'quote':
      return scanQuote(scan, line, index)
  }
}

function scanHeading(scan: Scan, line: Line, index: number): number {
  const links = scanInline(scan, { start: line.at, end: line.end })
  if (links) {
    scan.outline.headings.push(headingAt(scan, line, true))
    addAll(scan.outline.destinations, links)
  } else scan.zones.push({ start: line.at, end: line.end, type: 'inline' })
  return index + 1
}

function scanBreak(scan: Scan, line: Line, index: number): number {
  scan.outline.breaks.push(located({ start: line.at, end: line.end }, scan))
  return index + 1
}

function scanFence(scan: Scan, { at }: Line, index: number): number {
  const last = fenceEnd(scan, { index, at, column: 0 })
  const end = last === null ? scan.text.length : (lineOf(scan, last)?.end ?? 0)
  scan.outline.blocks.push(blockOf({ start: at, end, type: 'fence', closed: last !== null }, scan))
  return last === null ? scan.starts.length : last + 1
}
