import { lineStarts } from '../../src/core/text.ts'

/** A block of a document as evidence: its text and place, without the marks of quotes and lists. */
export type Block =
  | { readonly type: 'heading'; readonly depth: number; readonly text: string; readonly line: number }
  | { readonly type: 'paragraph' | 'quote'; readonly text: string; readonly line: number }
  | { readonly type: 'list'; readonly items: readonly ListItem[]; readonly line: number }
  /** The row of dashes left out. */
  | { readonly type: 'table'; readonly rows: readonly TableRow[]; readonly line: number }

/** The cells of a line of a table. */
type TableRow = { readonly cells: readonly string[]; readonly line: number }

type Scan = { readonly lines: readonly string[]; readonly first: number; at: number; readonly found: Block[] }

const FENCE = /^[ \t]*(`{3,}|~{3,})/
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/
const BREAK = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/
const QUOTE = /^ {0,3}>[ \t]?/
const DELIMITER = /^[ \t]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/
const HTML =
  /^ {0,3}<\/?(?:a|br|center|details|div|h[1-6]|hr|img|li|ol|p|picture|section|summary|table|td|tr|ul)(?=[\s/>])/i

/**
 * Reads the blocks of a Markdown text from `start` on, line by line and in time proportional to its length, for any text.
 * Code, HTML and comments are left out. The result is only evidence: nothing is written by its offsets.
 */
export function readBlocks(text: string, start: number): readonly Block[] {
  const body = text.slice(start)
  const lines = body.split(body.includes('\r') ? /\r\n|\n|\r/ : '\n')
  const scan: Scan = { lines, first: lineStarts(text.slice(0, start)).length, at: 0, found: [] }
  while (scan.at < lines.length) step(scan)
  return scan.found
}

function step(scan: Scan): void {
  const line = lineHere(scan)
  const heading = HEADING.exec(line)
  if (line.trim() === '' || BREAK.test(line)) scan.at += 1
  else if (FENCE.test(line)) skipFence(scan)
  else if (/^ {0,3}<!--/.test(line)) skipComment(scan)
  else if (HTML.test(line)) skipHtml(scan)
  else if (heading) addHeading(scan, heading)
  else if (QUOTE.test(line)) addQuote(scan)
  else if (listItemOf(line, 0)) addList(scan)
  else if (startsTable(scan)) addTable(scan)
  else addParagraph(scan)
}

function lineHere({ lines, at }: Scan, further = 0): string {
  return lines[at + further] ?? ''
}

function skipFence(scan: Scan): void {
  const mark = FENCE.exec(lineHere(scan))?.[1] ?? '```'
  scan.at += 1
  while (scan.at < scan.lines.length) {
    const close = FENCE.exec(lineHere(scan))?.[1] ?? ''
    const isClose = close.startsWith(mark) && lineHere(scan).trim() === close
    scan.at += 1
    if (isClose) return
  }
}

function skipComment(scan: Scan): void {
  while (scan.at < scan.lines.length && !lineHere(scan).includes('-->')) scan.at += 1
  scan.at += 1
}

function skipHtml(scan: Scan): void {
  while (scan.at < scan.lines.length && lineHere(scan).trim() !== '') scan.at += 1
}

function addHeading(scan: Scan, [, marks = '', text = '']: RegExpExecArray): void {
  const bare = text.trim().replace(/(?:^|[ \t])#+$/, '')
  scan.found.push({ type: 'heading', depth: marks.length, text: bare.trim(), line: scan.first + scan.at })
  scan.at += 1
}

function addQuote(scan: Scan): void {
  const line = scan.first + scan.at
  const inner: string[] = []
  while (QUOTE.test(lineHere(scan))) {
    inner.push(lineHere(scan).replace(QUOTE, ''))
    scan.at += 1
  }
  scan.found.push({ type: 'quote', text: inner.join('\n'), line })
}

/** Items at every depth, one after the other; a second paragraph or a code block inside an item is left out. */
function addList(scan: Scan): void {
  const line = scan.first + scan.at
  const items: ListItem[] = []
  let isOpen = false
  while (scan.at < scan.lines.length) {
    const text = lineHere(scan)
    const item = BREAK.test(text) ? null : listItemOf(text, scan.first + scan.at)
    const isIndented = /^[ \t]/.test(text)
    if (FENCE.test(text) && isIndented) {
      skipFence(scan)
      isOpen = false
      continue
    }
    if (item) items.push(item)
    else if (text.trim() === '') isOpen = false
    else if (isOpen && !startsBlock(text)) continueItem(items, text)
    else if (!isIndented) break
    isOpen = item !== null || (isOpen && text.trim() !== '')
    scan.at += 1
  }
  scan.found.push({ type: 'list', items, line })
}

function continueItem(items: ListItem[], text: string): void {
  const last = items.pop()
  if (last) items.push({ ...last, text: `${last.text}\n${text.trim()}` })
}

function startsBlock(line: string): boolean {
  return HEADING.test(line) || FENCE.test(line) || BREAK.test(line) || QUOTE.test(line) || HTML.test(line)
}

function startsTable(scan: Scan): boolean {
  const next = lineHere(scan, 1)
  return lineHere(scan).includes('|') && next.includes('-') && next.includes('|') && DELIMITER.test(next)
}

function addTable(scan: Scan): void {
  const line = scan.first + scan.at
  const rows: TableRow[] = []
  while (lineHere(scan).includes('|')) {
    if (scan.first + scan.at !== line + 1)
      rows.push({ cells: cellsOf(lineHere(scan)), line: scan.first + scan.at })
    scan.at += 1
  }
  scan.found.push({ type: 'table', rows, line })
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim())
}

/** A single line with a row of `=` or `-` under it is a heading. */
function addParagraph(scan: Scan): void {
  const line = scan.first + scan.at
  const inner = [lineHere(scan)]
  scan.at += 1
  const underline = UNDERLINE.exec(lineHere(scan))
  if (underline && scan.at < scan.lines.length) {
    scan.found.push({
      type: 'heading',
      depth: underline[1]?.startsWith('=') ? 1 : 2,
      text: (inner[0] ?? '').trim(),
      line,
    })
    scan.at += 1
    return
  }
  while (scan.at < scan.lines.length) {
    const next = lineHere(scan)
    const isItem = listItemOf(next, 0) !== null
    if (next.trim() === '' || startsBlock(next) || isItem || startsTable(scan) || /^ {0,3}<!--/.test(next))
      break
    inner.push(next)
    scan.at += 1
  }
  scan.found.push({ type: 'paragraph', text: inner.join('\n'), line })
}

/** An item of a list, at any depth; `checked` is null where it has no task box. */
type ListItem = {
  readonly text: string
  readonly line: number
  readonly indent: number
  readonly checked: boolean | null
}

const ITEM = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[([ xX])\](?=[ \t]|$))?(.*)$/s

/** The list item that starts on a line; null where none does. */
export function listItemOf(source: string, line: number): ListItem | null {
  const match = ITEM.exec(source)
  if (!match) return null
  const [, indent = '', box, text = ''] = match
  return {
    text: text.trim(),
    line,
    indent: indent.replaceAll('\t', '    ').length,
    checked: box === undefined ? null : box !== ' ',
  }
}
