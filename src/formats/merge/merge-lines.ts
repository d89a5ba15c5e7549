import { conflictText, type Marks } from './conflict-text.ts'
import { mergeSequences, type Stretch } from './merge-sequences.ts'
import type { Sides } from './three-way.ts'

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
export function linesOf(text: string): string[] {
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
