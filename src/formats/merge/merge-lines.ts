import { mostUsedBreak } from '../line-end.ts'
import { mergeSequences, type Sides, type Stretch } from './merge-sequences.ts'

/** A merged text, as it is written, and as it would be with every conflict resolved to one side. */
export type MergedLines = Record<'text' | 'ours' | 'theirs', string> & { readonly conflicts: number }

/** Merges texts line by line; lines that differ in their break alone are the same. */
export function mergeLines({ base, ours, theirs }: Sides<string>, marks: Marks): MergedLines {
  const sides = { base: linesOf(base), ours: linesOf(ours), theirs: linesOf(theirs) }
  const stretches = mergeSequences(sides, withoutBreak)
  const join = (show: (apart: Sides<readonly string[]>) => readonly string[]): string =>
    joined(
      stretches.flatMap((one) => ('taken' in one ? one.taken : show(one))),
      marks.lineBreak,
    )
  return {
    text: join((apart) => [
      conflictText(joined(apart.ours, marks.lineBreak), joined(apart.theirs, marks.lineBreak), marks),
    ]),
    ours: join((apart) => apart.ours),
    theirs: join((apart) => apart.theirs),
    conflicts: stretches.filter(isApart).length,
  }
}

/** The lines of a text, each with its break. */
function linesOf(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? []
}

/** A line without its break. */
function withoutBreak(line: string): string {
  return line.replace(/[\r\n]+$/, '')
}

function isApart(stretch: Stretch<string>): boolean {
  return !('taken' in stretch)
}

/** A last line without a break that is no longer the last one gets one. */
function joined(lines: readonly string[], lineBreak: string): string {
  const last = lines.length - 1
  return lines.map((line, i) => (i < last && !/[\r\n]$/.test(line) ? line + lineBreak : line)).join('')
}

/** How conflicts are written: the length of the marks that git asked for, and the file's line break. */
export type Marks = { readonly size: number; readonly lineBreak: string }

/** Both sides of a conflict between marks, a line break at the end. */
export function conflictText(ours: string, theirs: string, { size, lineBreak }: Marks): string {
  const mark = (sign: string, name: string): string => `${sign.repeat(size)}${name && ` ${name}`}${lineBreak}`
  const block = (text: string): string => (text === '' || /[\r\n]$/.test(text) ? text : text + lineBreak)
  return `${mark('<', 'ours')}${block(ours)}${mark('=', '')}${block(theirs)}${mark('>', 'theirs')}`
}

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
