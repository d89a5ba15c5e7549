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
export function blockOf({ start, end, type, closed }: Omit<Block, 'place'>, { starts }: Lines): Block {
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
