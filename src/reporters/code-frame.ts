import { codeFrameColumns } from '@babel/code-frame'
import type { Diagnostic } from '../core/diagnostic.ts'
import { lineStarts } from '../core/text.ts'
import { excerpt } from './excerpt.ts'

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
type FrameOptions = Parameters<typeof codeFrameColumns>[2] & { readonly startLine: number }

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
