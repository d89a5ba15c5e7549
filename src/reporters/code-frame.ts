import { type BabelCodeFrameOptions, codeFrameColumns } from '@babel/code-frame'
import type { Diagnostic } from '../core/diagnostic.ts'
import { safeText } from '../core/messages.ts'
import { lineStarts } from '../core/text.ts'
import { characterWidth, displayWidth } from './terminal-text.ts'

/** Room for the reporter's indent, and for `> 1234 | `. */
const GUTTER = 20
const LEAST_CELLS = 24

/**
 * One-line frames, without colours, of the places of `wanted`: the line of source and a line of carets beneath it.
 * A diagnostic whose text or line is missing gets none. Loaded only when there is something to show.
 */
export function codeFrames(
  wanted: readonly Diagnostic[],
  texts: ReadonlyMap<string, string>,
  columns: number,
): Map<Diagnostic, readonly string[]> {
  const frames = new Map<Diagnostic, readonly string[]>()
  const lineOf = lineReader(texts)
  for (const diagnostic of wanted) {
    const line = lineOf(diagnostic.path, diagnostic.line)
    if (line !== undefined) frames.set(diagnostic, frame(diagnostic, line, columns))
  }
  return frames
}

function frame(diagnostic: Diagnostic, line: string, columns: number): string[] {
  const start = Math.min(diagnostic.column - 1, line.length)
  const end = diagnostic.endLine > diagnostic.line ? line.length : diagnostic.endColumn - 1
  const cells = Math.max(LEAST_CELLS, columns - GUTTER)
  const { text, column, length } = excerpt(line, { start, end: Math.max(start, end) }, cells)
  // The library counts columns in characters; wide characters take two, so the line is padded to be long enough.
  const source = text.padEnd(column)
  const place = (at: number): { line: number; column: number } => ({ line: diagnostic.line, column: at })
  return codeFrameColumns(source, { start: place(column), end: place(column + length) }, {
    startLine: diagnostic.line,
    linesAbove: 0,
    linesBelow: 0,
  } as FrameOptions)
    .split('\n')
    .map((each) => each.trimEnd())
}

/** The published types lag behind the library, which numbers lines from `startLine`. */
type FrameOptions = BabelCodeFrameOptions & { readonly startLine: number }

function lineReader(texts: ReadonlyMap<string, string>): (path: string, line: number) => string | undefined {
  const startsByPath = new Map<string, readonly number[]>()
  return (path, line) => {
    const text = texts.get(path)
    if (text === undefined) return undefined
    const starts = startsByPath.get(path) ?? lineStarts(text)
    startsByPath.set(path, starts)
    const start = starts[line - 1]
    return start === undefined ? undefined : text.slice(start, starts[line]).replace(/[\r\n]+$/, '')
  }
}

/** A piece of one line as it is shown; columns and lengths count terminal cells, the first column is 1. */
type Excerpt = { readonly text: string; readonly column: number; readonly length: number }

/** UTF-16 units read on each side of the marked part: a line may be a megabyte long. */
const AROUND = 1_000
/** A long line is scrolled only when fewer cells of the marked part would be visible. */
const MARKED = 24

/**
 * Shows one line of untrusted source in at most `cells` terminal cells: unsafe characters escaped, tabs as two spaces,
 * and of a long line the part around the marked range (UTF-16 offsets in the line, end exclusive).
 */
export function excerpt(line: string, marked: { start: number; end: number }, cells: number): Excerpt {
  const from = Math.max(0, marked.start - AROUND)
  const to = Math.min(line.length, marked.start + AROUND)
  const near = line.slice(from, to)
  const characters = [...shown(near)]
  const first = shownBefore(near, marked.start - from)
  const last = shownBefore(near, marked.end - from)
  const fits = from === 0 && to === line.length && displayWidth(characters.join('')) <= cells
  const left = fits ? 0 : firstShown({ characters, first, last, cells, cut: from > 0 })
  const before = left > 0 || from > 0 ? '…' : ''
  const right = fits ? characters.length : lastShown(characters, left, cells - 2)
  const after = right < characters.length || to < line.length ? '…' : ''
  const text = (start: number, end: number): string => characters.slice(start, end).join('')
  return {
    text: before + text(left, right) + after,
    column: displayWidth(before + text(left, first)) + 1,
    length: Math.max(1, displayWidth(text(first, Math.min(last, right)))),
  }
}

/** Characters shown for the text before an offset; an offset inside a surrogate pair counts as before the pair. */
function shownBefore(text: string, offset: number): number {
  const code = text.codePointAt(offset - 1)
  return [...shown(text.slice(0, code !== undefined && code > 0xffff ? offset - 1 : offset))].length
}

function shown(text: string): string {
  return safeText(text.replaceAll('\t', '  '))
}

type Window = {
  readonly characters: readonly string[]
  readonly first: number
  readonly last: number
  readonly cells: number
  readonly cut: boolean
}

/** A line is shown from its start unless that hides the marked part. */
function firstShown({ characters, first, last, cells, cut }: Window): number {
  const needed = displayWidth(characters.slice(0, Math.min(last, first + MARKED)).join(''))
  if (!cut && needed <= cells - 2) return 0
  let left = first
  let lead = Math.floor(cells / 3)
  while (left > 0 && lead > 0) lead -= characterWidth(characters[--left] ?? '')
  return left
}

function lastShown(characters: readonly string[], left: number, cells: number): number {
  let right = left
  let free = cells
  while (right < characters.length) {
    free -= characterWidth(characters[right] ?? '')
    if (free < 0) break
    right += 1
  }
  return right
}
