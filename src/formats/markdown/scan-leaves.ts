import type { Destination, Heading, Range } from '../../core/source.ts'
import { lineAt, placeOf } from '../../core/text.ts'
import {
  addAll,
  blockOf,
  fenceLength,
  headingDepth,
  isBlank,
  isSpace,
  itemMarkLength,
  type Line,
  type Lines,
  lineFrom,
  lineKind,
  lineOf,
  located,
  trimSpaces,
} from './outline.ts'
import { commentsIn, htmlEnd, isLoneTag, isPlain, type Scan, scanDoubt, startsTagBlock } from './scan.ts'

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
  scan.outline.blocks.push(blockOf({ start, end }, 'html', closed, scan))
  for (const comment of commentsIn(scan.text, { start, end })) {
    scan.outline.comments.push({ ...comment, place: located(comment, scan).place })
  }
}

/** The heading that starts with `#` at `at` and runs to the end of its line. */
export function headingAt(lines: Lines, { at, end }: Line, topLevel: boolean): Heading {
  const depth = headingDepth(lines.text, at)
  const text = headingText(lines.text, at + depth, end)
  return { start: at, end, depth, text, style: 'atx', topLevel, place: placeOf(lines.starts, at, end) }
}

/** The top-level heading that a line of `=` or `-` makes of the paragraph above it. */
function underlinedHeading(lines: Lines, { start, end }: Range, underline: Line): Heading {
  return {
    start,
    end: underline.end,
    depth: lines.text.charAt(underline.at) === '=' ? 1 : 2,
    text: trimSpaces(lines.text.slice(start, end)),
    style: 'setext',
    topLevel: true,
    place: placeOf(lines.starts, start, underline.end),
  }
}

/** The text between the opening marks and the closing ones, which must follow a space. */
function headingText(text: string, from: number, to: number): string {
  let start = from
  let end = to
  while (start < end && isSpace(text, start)) start++
  while (end > start && isSpace(text, end - 1)) end--
  let marks = end
  while (marks > start && text.charAt(marks - 1) === '#') marks--
  if (marks < end && (marks === start || isSpace(text, marks - 1))) {
    end = marks
    while (end > start && isSpace(text, end - 1)) end--
  }
  return text.slice(start, end)
}

/** The fence that opens at `at` in the line `index`, in a container whose content starts at `column` (0 for none). */
type FenceStart = { readonly index: number; readonly at: number; readonly column: number }

/**
 * The index of the line that closes a fence; null when the text or the container ends first. Only for containers that
 * are nothing but list items.
 */
export function fenceEnd(lines: Lines, { index, at, column }: FenceStart): number | null {
  const { text } = lines
  const mark = text.charAt(at)
  const length = fenceLength(text, at)
  for (let next = index + 1; ; next++) {
    const line = lineOf(lines, next)
    if (!line) return null
    if (isBlank(line)) continue
    if (line.indent < column) return null
    if (line.indent < column + 4 && closes(text, line, mark, length)) return next
  }
}

function closes(text: string, line: { at: number; end: number }, mark: string, length: number): boolean {
  let at = line.at
  while (at < line.end && text.charAt(at) === mark) at++
  if (at - line.at < length) return false
  while (at < line.end && (text.charAt(at) === ' ' || text.charAt(at) === '\t')) at++
  return at === line.end
}

/** A link or image that only one reading is possible of: no brackets, escapes or open code in its text, a bare target. */
const LINK = /!?\[(?:[^[\]\\`<\r\n]|`[^`\r\n]+`(?!`)){0,1000}\]\(([\w./#:?=~@%+,-]*)\)/y
/** A tag without attributes: nothing in it is listed. */
const BARE_TAG = /<(?:[a-z][a-z\d-]*[ \t]*\/?|\/[a-z][a-z\d-]*[ \t]*)>/iy
/** What another tag, a comment or its like, or an address must start with; any other `<` is text. */
const MARKUP = /<(?:[/!?]|[a-z][a-z\d-]*[ \t\r\n/>]|[a-z\d.!#$%&'*+/=?^_`{|}~-]+[:@])/iy
const SPECIAL = /[\\`<\]]|!?\[/g

/** More code marks without a partner than this, and looking for partners is left to remark. */
const UNPAIRED = 8

type Found = { readonly range: Range; readonly target: string }

/**
 * The links and images of a paragraph or heading that starts and ends with this range. Null when that takes a real
 * parser: for HTML, autolinks, nested or unusual links, and what may be a definition.
 */
export function scanInline(scan: Scan, range: Range): Destination[] | null {
  if (isPlain(scan, range.start, range.end)) return []
  const links = linksIn(scan.text, range)
  if (!links) return null
  return links.map(({ range: place, target }) => ({ target, place: located(place, scan).place }))
}

/** Adds the links and images of a paragraph or heading, or leaves it to remark. */
export function addInline(scan: Scan, range: Range): void {
  const links = scanInline(scan, range)
  if (links) addAll(scan.outline.destinations, links)
  else scan.zones.push({ ...range, type: 'inline' })
}

function linksIn(text: string, { start, end }: Range): Found[] | null {
  const links: Found[] = []
  const unpaired = new Set<number>()
  for (let at = nextSpecial(text, start); at < end; ) {
    const mark = text.charAt(at)
    let next = at + 1
    if (mark === '\\') next = at + 2
    else if (mark === '`') next = afterCode(text, { start: at, end }, unpaired)
    else if (mark === '[' || mark === '!') {
      const link = linkAt(text, at)
      if (link) links.push(link)
      next = link?.range.end ?? text.indexOf('[', at) + 1
    } else if (mark === '<') {
      if (matches(BARE_TAG, text, at)) next = BARE_TAG.lastIndex
      else if (matches(MARKUP, text, at)) return null
    } else if (isDoubtful(text, at, start)) return null
    if (unpaired.size > UNPAIRED || next > end) return null
    at = nextSpecial(text, next)
  }
  return links
}

function nextSpecial(text: string, from: number): number {
  SPECIAL.lastIndex = from
  return SPECIAL.exec(text)?.index ?? text.length
}

function linkAt(text: string, at: number): Found | null {
  LINK.lastIndex = at
  const match = LINK.exec(text)
  return match ? { range: { start: at, end: LINK.lastIndex }, target: match[1] ?? '' } : null
}

function matches(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at
  return sticky.test(text)
}

/** A `]` that may end a link or the label of a definition. */
function isDoubtful(text: string, at: number, start: number): boolean {
  const next = text.charAt(at + 1)
  return next === '(' || (next === ':' && text.charAt(start) === '[')
}

/** Where the code span that starts at `start` ends, or its opening mark when nothing closes it. */
function afterCode(text: string, { start, end }: Range, unpaired: Set<number>): number {
  const length = runLength(text, start)
  if (unpaired.has(length)) return start + length
  for (let at = text.indexOf('`', start + length); at !== -1 && at < end; ) {
    const run = runLength(text, at)
    if (run === length) return at + run
    at = text.indexOf('`', at + run)
  }
  unpaired.add(length)
  return start + length
}

function runLength(text: string, at: number): number {
  let end = at
  while (text.charAt(end) === '`') end++
  return end - at
}
