import type { Block, Comment, Destination, Heading, Range, TaskBox } from '../../core/source.ts'
import { type LineStarts, type Place, placeOf } from '../../core/text.ts'

/** A Markdown outline that is still being filled. */
export type Outline = {
  readonly headings: Heading[]
  readonly breaks: (Range & { readonly place: Place })[]
  readonly blocks: Block[]
  readonly tasks: TaskBox[]
  readonly comments: Comment[]
  readonly destinations: Destination[]
}

/** The whole text of a file with its lines; `from` is the offset where Markdown begins. */
export type Lines = { readonly text: string; readonly starts: LineStarts; readonly from: number }

/** An outline of nothing. */
export function emptyOutline(): Outline {
  return { headings: [], breaks: [], blocks: [], tasks: [], comments: [], destinations: [] }
}

/** Adds what another outline holds. */
export function addOutline(outline: Outline, other: Outline): void {
  addAll(outline.headings, other.headings)
  addAll(outline.breaks, other.breaks)
  addAll(outline.blocks, other.blocks)
  addAll(outline.tasks, other.tasks)
  addAll(outline.comments, other.comments)
  addAll(outline.destinations, other.destinations)
}

/** Appends one list to another; spreading a very long one into a call would overflow the stack. */
export function addAll<Item>(list: Item[], more: readonly Item[]): void {
  for (const one of more) list.push(one)
}

/** Puts everything in source order; of each sort, no two start at the same place. */
export function sortOutline(outline: Outline): void {
  for (const list of Object.values(outline)) list.sort(bySource)
}

/** A range of the whole text with its place. */
export function located({ start, end }: Range, { starts }: Lines): Range & { readonly place: Place } {
  return { start, end, place: placeOf(starts, start, end) }
}

/** A block of the outline. */
export function blockOf(range: Range, type: Block['type'], closed: boolean, { starts }: Lines): Block {
  const { start, end } = range
  return { start, end, type, closed, place: placeOf(starts, start, end) }
}

/** The task box at an offset of the whole text, where the first paragraph of a list item starts; null for none. */
export function taskBoxAt(offset: number, lines: Lines): TaskBox | null {
  const match = /^\[([ xX])\][ \t]/.exec(lines.text.slice(offset, offset + 4))
  if (!match) return null
  return { checked: match[1] !== ' ', place: placeOf(lines.starts, offset, offset + 3) }
}

/** The text without spaces and tabs at its ends; other white space is text in Markdown. */
export function trimSpaces(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text, start)) start++
  while (end > start && isSpace(text, end - 1)) end--
  return text.slice(start, end)
}

/** True for a space or tab at an offset. */
export function isSpace(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset)
  return code === 32 || code === 9
}

type Placed = { readonly place: Place }

function bySource(a: Placed, b: Placed): number {
  return a.place.line - b.place.line || a.place.column - b.place.column
}

/** How many of some ranges, in source order, start before an offset. */
export function countBefore(ranges: readonly Range[], offset: number): number {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.start ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** One line of a text, without its line end. */
export type Line = {
  readonly start: number
  readonly end: number
  /** The first character that is neither a space nor a tab; `end` on a blank line. */
  readonly at: number
  /** Columns before it, tabs as in CommonMark (stops of 4). */
  readonly indent: number
}

const TAB = 9
const LF = 10
const CR = 13
const SPACE = 32

/** The line with this index, from 0; null after the last. The first starts where Markdown does. */
export function lineOf({ text, starts, from }: Lines, index: number): Line | null {
  const first = starts[index]
  if (first === undefined) return null
  let end = starts[index + 1] ?? text.length
  if (end > first && text.charCodeAt(end - 1) === LF) end--
  if (end > first && text.charCodeAt(end - 1) === CR) end--
  return lineFrom(text, Math.max(first, from), end)
}

/** The line, or rest of a line, between two offsets, from a column on: its indent is the column of its first text. */
export function lineFrom(text: string, start: number, end: number, column = 0): Line {
  let at = start
  let indent = column
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === SPACE) indent++
    else if (code === TAB) indent += 4 - (indent % 4)
    else break
  }
  return { start, end, at, indent }
}

/** True for a line of nothing but spaces and tabs. */
export function isBlank(line: Line): boolean {
  return line.at === line.end
}

/**
 * What a line would start, judged by its first characters alone, at an indent of at most 3: `underline` is a line of
 * only `=` or only `-`; `other` is a tag, which needs a closer look. What is no block start is `text`.
 */
export type LineKind = 'heading' | 'fence' | 'break' | 'underline' | 'quote' | 'item' | 'other' | 'text'

const HEADING = /#{1,6}(?=[ \t\r\n]|$)/y
const BREAK = /(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})(?=[\r\n]|$)/y
const UNDERLINE = /(?:=+|-+)[ \t]*(?=[\r\n]|$)/y
const FENCE = /`{3,}(?=[^`\r\n]*(?:[\r\n]|$))|~{3,}/y
const TAG = /<[a-z/!?]/iy
const ITEM = /(?:[-+*]|\d{1,9}[.)])(?=[ \t\r\n]|$)/y

/** Says what a line that is not blank would start. */
export function lineKind(text: string, { at }: Line): LineKind {
  switch (text.charAt(at)) {
    case '#':
      return matches(HEADING, text, at) ? 'heading' : 'text'
    case '`':
    case '~':
      return matches(FENCE, text, at) ? 'fence' : 'text'
    case '>':
      return 'quote'
    case '<':
      return matches(TAG, text, at) ? 'other' : 'text'
    case '=':
      return matches(UNDERLINE, text, at) ? 'underline' : 'text'
    case '-':
      if (matches(UNDERLINE, text, at)) return 'underline'
      return matches(BREAK, text, at) ? 'break' : itemKind(text, at)
    case '*':
      return matches(BREAK, text, at) ? 'break' : itemKind(text, at)
    case '_':
      return matches(BREAK, text, at) ? 'break' : 'text'
    case '+':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
      return itemKind(text, at)
    default:
      return 'text'
  }
}

/** The number of characters of the fence mark at an offset; 0 for none. */
export function fenceLength(text: string, at: number): number {
  return length(FENCE, text, at)
}

/** The number of `#` that start a heading at an offset; 0 for none. */
export function headingDepth(text: string, at: number): number {
  return length(HEADING, text, at)
}

/** The length of the list mark at an offset, without what follows; 0 for none. */
export function itemMarkLength(text: string, at: number): number {
  return length(ITEM, text, at)
}

/** True for a line that is a thematic break where nothing makes it an underline. */
export function isBreak(text: string, { at }: Line): boolean {
  return matches(BREAK, text, at)
}

function itemKind(text: string, at: number): LineKind {
  return matches(ITEM, text, at) ? 'item' : 'text'
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  return length(pattern, text, at) > 0
}

function length(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

/** The start of a list item with content. */
type ListItem = {
  /** The character that separates its list from others: `-`, `+`, `*`, `.` or `)`. */
  readonly mark: string
  /** The number as written; empty for a bullet. */
  readonly number: string
  /** What follows the mark; its indent is the column where the item's content starts. */
  readonly content: Line
}

/** The item that starts in a line of kind `item`; null when it is empty or starts with indented code. */
export function listItem(text: string, line: Line): ListItem | null {
  const length = itemMarkLength(text, line.at)
  const end = line.at + length
  const column = line.indent + length
  const content = lineFrom(text, end, line.end, column)
  if (isBlank(content) || content.indent - column > 4) return null
  return { mark: text.charAt(end - 1), number: text.slice(line.at, end - 1), content }
}
