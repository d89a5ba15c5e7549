import { conflictText } from './conflict-text.ts'
import { mostUsedBreak } from './line-break.ts'
import { linesOf } from './merge-lines.ts'

/**
 * Both sides of a text as one conflict, from the first line in which they differ to the last: for a merge that cannot
 * be trusted. Null for texts that do not differ.
 */
export function wholeConflict(ours: string, theirs: string, markSize: number): string | null {
  if (ours === theirs) return null
  const [left, right] = [linesOf(ours), linesOf(theirs)]
  const shorter = Math.min(left.length, right.length)
  let start = 0
  while (start < shorter && left[start] === right[start]) start++
  let end = 0
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end++
  const part = (lines: readonly string[]): string => lines.slice(start, lines.length - end).join('')
  const marks = { size: markSize, lineBreak: mostUsedBreak(ours, theirs) }
  return (
    left.slice(0, start).join('') +
    conflictText(part(left), part(right), marks) +
    left.slice(left.length - end).join('')
  )
}
