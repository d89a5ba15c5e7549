import type { Lines } from './outline.ts'

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

/** The line, or rest of a line, between two offsets, from a column on: its indent is the column of what stands first. */
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
