import type { Range } from '../../core/markdown.ts'
import { htmlEnd, startsTagBlock } from './html-block.ts'
import { isBlank, type Line, lineFrom, lineOf } from './line.ts'
import { itemMarkLength, lineKind } from './line-kind.ts'
import { addAll } from './outline.ts'
import type { Scan } from './scan.ts'
import { scanDoubt } from './scan-doubt.ts'
import { underlinedHeading } from './scan-heading.ts'
import { addInline, scanInline } from './scan-inline.ts'

/** Reads the paragraph that starts at the top level in the line `first`; gives the index of the line after it. */
export function scanParagraph(scan: Scan, first: number): number {
  const { text } = scan
  let last = lineOf(scan, first)
  if (!last) return first + 1
  const { at } = last
  for (let index = first + 1; ; index++) {
    const line = lineOf(scan, index)
    const next = line ? effectOf(text, line) : 'end'
    if (next === 'doubt') return scanDoubt(scan, first)
    if (next === 'underline' && line) {
      // Under definitions alone, an underline is not one.
      if (text.charAt(at) === '[' && text.slice(at, line.start).includes(']:')) return scanDoubt(scan, first)
      addUnderlined(scan, { start: at, end: last.end }, line)
      return index + 1
    }
    if (next === 'end' || !line) {
      addInline(scan, { start: at, end: last.end })
      return index
    }
    last = line
  }
}

function addUnderlined(scan: Scan, content: Range, line: Line): void {
  const links = scanInline(scan, content)
  if (links) {
    scan.outline.headings.push(underlinedHeading(scan, content, line))
    addAll(scan.outline.destinations, links)
  } else scan.zones.push({ start: content.start, end: line.end, type: 'inline' })
}

/** What a line does to the paragraph above it. */
function effectOf(text: string, line: Line): 'end' | 'continue' | 'underline' | 'doubt' {
  if (isBlank(line)) return 'end'
  if (line.indent > 3) return 'continue'
  switch (lineKind(text, line)) {
    case 'text':
      return 'continue'
    case 'underline':
      return 'underline'
    case 'other':
      return htmlEnd(text, line.at) !== null || startsTagBlock(text, line.at) ? 'end' : 'continue'
    case 'item':
      if (!canInterrupt(text, line)) return 'continue'
      return holdsContainer(text, line.at + itemMarkLength(text, line.at), line.end) ? 'doubt' : 'end'
    case 'quote':
      return holdsContainer(text, line.at + 1, line.end) ? 'doubt' : 'end'
    default:
      return 'end'
  }
}

/** remark lets a paragraph have a say in what follows a container's mark in the line under it, if that is a container. */
function holdsContainer(text: string, start: number, end: number): boolean {
  const rest = lineFrom(text, start, end)
  const kind = isBlank(rest) ? 'text' : lineKind(text, rest)
  return kind === 'item' || kind === 'quote' || kind === 'underline'
}

/** Only an item with content, and of ordered ones only number 1, can follow a paragraph without a blank line. */
function canInterrupt(text: string, line: Line): boolean {
  const mark = itemMarkLength(text, line.at)
  if (mark > 1 && text.slice(line.at, line.at + mark - 1) !== '1') return false
  return text.slice(line.at + mark, line.end).search(/[^ \t]/) !== -1
}
