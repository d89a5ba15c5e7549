import { lineAt } from '../../core/place.ts'
import { htmlEnd, isLoneTag, startsTagBlock } from './html-block.ts'
import { commentsIn } from './html-comments.ts'
import { isBlank, type Line, lineOf } from './line.ts'
import { blockOf, located } from './outline.ts'
import type { Scan } from './scan.ts'
import { scanDoubt } from './scan-doubt.ts'
import { scanParagraph } from './scan-paragraph.ts'

/** Reads what starts with `<` at the top level in the line `index`; gives the index of the line after it. */
export function scanHtml(scan: Scan, line: Line, index: number): number {
  const { text } = scan
  const mark = htmlEnd(text, line.at)
  if (mark !== null) return mark === -1 ? openBlock(scan, line) : markedBlock(scan, line, mark)
  if (startsTagBlock(text, line.at) || isLoneTag(text, line.at)) return tagBlock(scan, line, index)
  const mayBeLoneTag = text.slice(line.at, line.end).trimEnd().endsWith('>')
  return mayBeLoneTag ? scanDoubt(scan, index) : scanParagraph(scan, index)
}

function openBlock(scan: Scan, line: Line): number {
  addBlock(scan, line, { end: scan.text.length, closed: false })
  return scan.starts.length
}

/** Ends with the line that holds its end mark. */
function markedBlock(scan: Scan, line: Line, mark: number): number {
  const next = lineAt(scan.starts, mark - 1)
  addBlock(scan, line, { end: lineOf(scan, next - 1)?.end ?? mark, closed: true })
  return next
}

function tagBlock(scan: Scan, first: Line, index: number): number {
  let last = first
  let next = index + 1
  for (let line = lineOf(scan, next); line && !isBlank(line); line = lineOf(scan, next)) {
    last = line
    next++
  }
  addBlock(scan, first, { end: last.end, closed: true })
  return next
}

/** Its indent counts as part of an HTML block, as with remark. */
function addBlock(scan: Scan, { start }: Line, { end, closed }: { end: number; closed: boolean }): void {
  scan.outline.blocks.push(blockOf({ start, end, type: 'html', closed }, scan))
  for (const comment of commentsIn(scan.text, { start, end })) {
    scan.outline.comments.push({ ...comment, place: located(comment, scan).place })
  }
}
