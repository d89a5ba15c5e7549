import { lineAt } from '../../core/place.ts'
import { isBlank, type Line, lineOf } from './line.ts'
import { isBreak, lineKind } from './line-kind.ts'
import { addAll, blockOf, emptyOutline, type Lines, located } from './outline.ts'
import { findDoubts, type Scan } from './scan.ts'
import { scanDoubt } from './scan-doubt.ts'
import { fenceEnd } from './scan-fence.ts'
import { headingAt } from './scan-heading.ts'
import { scanHtml } from './scan-html.ts'
import { scanInline } from './scan-inline.ts'
import { scanList } from './scan-list.ts'
import { scanParagraph } from './scan-paragraph.ts'
import { scanQuote } from './scan-quote.ts'

/**
 * Reads a text line by line at the top level of Markdown. What it can be sure of goes to the outline (out of order
 * only between sorts); everything else is left as zones for remark. Each step starts where no block is open.
 */
export function scanBlocks(lines: Lines): Scan {
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
