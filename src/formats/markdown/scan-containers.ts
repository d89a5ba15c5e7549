import type { Destination, Range } from '../../core/source.ts'
import {
  addAll,
  addOutline,
  blockOf,
  emptyOutline,
  isBlank,
  isBreak,
  type Line,
  type LineKind,
  lineFrom,
  lineKind,
  lineOf,
  listItem,
  taskBoxAt,
} from './outline.ts'
import { htmlEnd, type Scan, scanDoubt, startsTagBlock } from './scan.ts'
import { addInline, fenceEnd, headingAt, scanInline } from './scan-leaves.ts'

/** An open list item: the character that separates its list from others, and the column where its content starts. */
type Level = { readonly mark: string; readonly content: number }

/** A list in progress: a separate scan, because it may have to be dropped. */
type List = Scan & {
  /** Open items, outermost first. */
  readonly levels: Level[]
  /** The open paragraph of the innermost item. */
  paragraph: { readonly start: number; end: number } | null
  /** Where the last line that is not blank ends. */
  end: number
}

/** What a line means to a list: the index to go on with, the end of the list, or more than a scan can decide. */
type Step = number | 'end' | 'doubt'

/** A line that is not blank, its index, and how many open items contain it. */
type Placed = { readonly line: Line; readonly index: number; readonly depth: number }

/** Reads the list that starts at the top level in the line `first`; gives the index of the line after it. */
export function scanList(scan: Scan, first: number): number {
  const start = lineOf(scan, first)?.at ?? 0
  const list = newList(scan, start)
  let index = first
  for (let step = stepOf(list, index); step !== 'end'; step = stepOf(list, index)) {
    if (step === 'doubt') return scanDoubt(scan, first, { index, column: list.levels[0]?.content })
    index = step
  }
  closeParagraph(list)
  scan.outline.blocks.push(blockOf({ start, end: list.end }, 'list', true, scan))
  addOutline(scan.outline, list.outline)
  addAll(scan.zones, list.zones)
  return index
}

function newList({ text, starts, from, doubts }: Scan, start: number): List {
  return {
    text,
    starts,
    from,
    doubts,
    outline: emptyOutline(),
    zones: [],
    levels: [],
    paragraph: null,
    end: start,
  }
}

function stepOf(list: List, index: number): Step {
  const line = lineOf(list, index)
  if (!line) return 'end'
  if (isBlank(line)) {
    closeParagraph(list)
    return index + 1
  }
  const depth = depthOf(list.levels, line.indent)
  const isDeep = line.indent - (list.levels[depth - 1]?.content ?? 0) > 3
  const kind = isDeep ? 'deep' : lineKind(list.text, line)
  const place = { line, index, depth }
  const step = kind === 'item' ? item(list, place) : block(list, kind, place)
  if (typeof step === 'number') list.end = lineOf(list, step - 1)?.end ?? list.end
  return step
}

/** How many of the open items contain a line with this indent. */
function depthOf(levels: readonly Level[], indent: number): number {
  let depth = 0
  while (depth < levels.length && indent >= (levels[depth]?.content ?? 0)) depth++
  return depth
}

function item(list: List, { line, index, depth }: Placed): Step {
  const { text } = list
  const start = listItem(text, line)
  if (!start) return 'doubt'
  const { mark, number, content } = start
  const isInside = depth === list.levels.length && list.paragraph !== null
  if (isInside && number !== '' && number !== '1') return 'doubt'
  const first = list.levels[0]
  if (depth === 0 && first && first.mark !== mark) return 'end'
  closeParagraph(list)
  list.levels.length = depth
  list.levels.push({ mark, content: content.indent })
  const kind = lineKind(text, content)
  const task = kind === 'text' ? taskBoxAt(content.at, list) : null
  if (task) list.outline.tasks.push(task)
  return open(list, kind, content, index)
}

/** A line that starts no item. */
function block(list: List, kind: LineKind | 'deep', { line, index, depth }: Placed): Step {
  if (list.paragraph && (kind === 'text' || kind === 'deep')) {
    list.paragraph.end = line.end
    return index + 1
  }
  if (kind === 'deep') return 'doubt'
  if (depth === 0) {
    if (kind === 'underline' && !isBreak(list.text, line)) return 'doubt'
    return kind === 'other' && list.paragraph ? underParagraph(list.text, line) : 'end'
  }
  closeParagraph(list)
  list.levels.length = depth
  return open(list, kind, line, index)
}

/** What a `<` does to the paragraph above it, in the list that it is not part of. */
function underParagraph(text: string, { at }: Line): Step {
  return htmlEnd(text, at) !== null || startsTagBlock(text, at) ? 'end' : 'doubt'
}

/** Opens the block that starts at the first character of a line, or of what follows an item's mark. */
function open(list: List, kind: LineKind, line: Line, index: number): Step {
  if (kind === 'text') {
    list.paragraph = { start: line.at, end: line.end }
    return index + 1
  }
  if (kind === 'heading') return heading(list, line) ? index + 1 : 'doubt'
  return kind === 'fence' ? fence(list, line, index) : 'doubt'
}

function heading(list: List, line: Line): boolean {
  const links = scanInline(list, { start: line.at, end: line.end })
  if (!links) return false
  list.outline.headings.push(headingAt(list, line, false))
  addAll(list.outline.destinations, links)
  return true
}

function fence(list: List, { at }: Line, index: number): Step {
  const closing = fenceEnd(list, { index, at, column: list.levels.at(-1)?.content ?? 0 })
  const last = closing === null ? null : lineOf(list, closing)
  if (closing === null || !last) return 'doubt'
  list.outline.blocks.push(blockOf({ start: at, end: last.end }, 'fence', true, list))
  return closing + 1
}

function closeParagraph(list: List): void {
  if (list.paragraph) addInline(list, list.paragraph)
  list.paragraph = null
}

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
  scan.outline.blocks.push(blockOf({ start, end }, 'quote', true, scan))
  addAll(scan.outline.destinations, links)
  return index
}

/** The text behind the mark, if it can only be a line of a paragraph, or nothing; else null. */
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
