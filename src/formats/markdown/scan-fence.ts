import { isBlank, lineOf } from './line.ts'
import { fenceLength } from './line-kind.ts'
import type { Lines } from './outline.ts'

/** The fence that opens at `at` in the line `index`, in a container whose content starts at `column` (0 for none). */
export type FenceStart = { readonly index: number; readonly at: number; readonly column: number }

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
