import type { Destination, Range } from '../../core/markdown.ts'
import { isBlank, type Line, lineFrom, lineOf } from './line.ts'
import { isBreak, lineKind } from './line-kind.ts'
import { addAll, blockOf } from './outline.ts'
import type { Scan } from './scan.ts'
import { scanDoubt } from './scan-doubt.ts'
import { scanInline } from './scan-inline.ts'

type Paragraph = { start: number; end: number }

/** Reads a quote of nothing but paragraphs at the top level; gives the index of the line after it. */
export function scanQuote(scan: Scan, { at: start }: Line, first: number): number {
  const paragraphs: Paragraph[] = []
  let isOpen = false
  let end = start
  let index = first
  for (let line = lineOf(scan, index); line && !isBlank(line); line = lineOf(scan, index)) {
    if (line.indent > 3 || lineKind(scan.text, line) !== 'quote') {
      // What is indented code right under a quote, remark takes apart in its own way.
      if (line.indent > 3) return scanDoubt(scan, first)
      if (!isOpen || endsQuote(scan, line)) break
      if (lineKind(scan.text, line) !== 'text') return scanDoubt(scan, first)
      extend(paragraphs, line.end)
      end = line.end
      index++
      continue
    }
    const content = contentOf(scan.text, line)
    if (!content) return scanDoubt(scan, first)
    if (isOpen && !isBlank(content)) extend(paragraphs, content.end)
    else if (!isBlank(content)) paragraphs.push({ start: content.at, end: content.end })
    isOpen = !isBlank(content)
    end = line.end
    index++
  }
  const links = linksOf(scan, paragraphs)
  if (!links) return scanDoubt(scan, first)
  scan.outline.blocks.push(blockOf({ start, end, type: 'quote', closed: true }, scan))
  addAll(scan.outline.destinations, links)
  return index
}

/** What stands behind the mark, if it can only be a line of a paragraph, or nothing; else null. */
function contentOf(text: string, { at, end }: Line): Line | null {
  const content = lineFrom(text, text.charAt(at + 1) === ' ' ? at + 2 : at + 1, end)
  if (isBlank(content)) return content
  const isSimple = content.indent <= 3 && text.charAt(at + 1) !== '\t' && lineKind(text, content) === 'text'
  return isSimple ? content : null
}

function extend(paragraphs: readonly Paragraph[], end: number): void {
  const last = paragraphs.at(-1)
  if (last) last.end = end
}

/** True for a line that cannot go on with the paragraph of a quote above it. */
function endsQuote({ text }: Scan, line: Line): boolean {
  const kind = lineKind(text, line)
  return kind === 'heading' || kind === 'fence' || kind === 'break' || isBreak(text, line)
}

function linksOf(scan: Scan, ranges: readonly Range[]): Destination[] | null {
  const links = ranges.map((range) => scanInline(scan, range))
  return links.every((found) => found !== null) ? links.flat() : null
}
