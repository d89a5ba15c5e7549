import type { LogForm, LogShape } from '../../core/log-shape.ts'
import type { Sides } from '../../core/merge-sides.ts'
import type { EntryForm } from '../../core/settings.ts'
import { mostUsedBreak, plainBreaks } from '../line-end.ts'
import { type LogPieces, logPieces, type Piece, shapeOfText } from './log-pieces.ts'
import { matchPieces, orderNodes } from './match-pieces.ts'
import { chooseSide, type Marks } from './merge-lines.ts'
import { countTexts, doublesSection } from './text-sections.ts'
import { type JoinedPiece, joinNode, type ShownPiece, shownPieces, writeLog } from './write-log.ts'

/** A merged text, and how many conflicts it has between marks. */
export type Merged = { readonly text: string; readonly conflicts: number }

/** How a log is merged. */
export type MergeOptions = {
  readonly form: EntryForm | LogForm
  /** How many signs make a conflict's mark; git says it. */
  readonly markSize: number
}

/**
 * Merges two changes of a log entry by entry. Every entry of each side is in the result once, or within a conflict,
 * unless a side deleted it; the result was read again to see that. Null where the texts do not read as logs, or where
 * the result would not read as it should: then they are merged as any text.
 */
export function mergeEntries(sides: Sides<string>, { form: asked, markSize }: MergeOptions): Merged | null {
  const form = typeof asked === 'object' ? shapeOfSides(sides, asked) : asked
  const logs = form && logsOf(sides, form, markSize)
  if (!logs || ![logs.base, logs.ours, logs.theirs].some(hasEntries)) return null
  const pieces = { base: logs.base.pieces, ours: logs.ours.pieces, theirs: logs.theirs.pieces }
  const bom = chooseSide({ base: logs.base.bom, ours: logs.ours.bom, theirs: logs.theirs.bom })?.taken ?? ''
  const marks = { size: markSize, lineBreak: mostUsedBreak(sides.ours, sides.theirs) }
  const joined = joinedPieces(pieces, marks)
  const conflicts = joined.reduce((sum, one) => sum + conflictsIn(one), 0)
  const write = (view: 'marked' | 'ours' | 'theirs'): { text: string; shown: readonly ShownPiece[] } => {
    const shown = shownPieces(joined, view, marks)
    return { shown, text: bom + writeLog(shown, pieces, marks.lineBreak) }
  }
  const readings = conflicts === 0 ? [write('ours')] : [write('ours'), write('theirs')]
  const isSound = readings.every(
    ({ text, shown }) =>
      readsAs(text, shown, form) && !doublesEntry(pieces, shown) && !doublesSection(sides, text),
  )
  if (!isSound) return null
  return { text: write('marked').text, conflicts }
}

/** The shape that both sides have; what the base shows where only a side shows none, or another one. */
function shapeOfSides({ base, ours, theirs }: Sides<string>, form: LogForm): LogShape | null {
  const shapes = [base, ours, theirs].map((text) => shapeOfText(text, form))
  const [first, second, third] = shapes.map((shape) => JSON.stringify(shape))
  if (second === third && shapes[1]) return shapes[1]
  return first === second || first === third ? (shapes[0] ?? null) : null
}

function logsOf(sides: Sides<string>, form: EntryForm | LogShape, markSize: number): Sides<LogPieces> | null {
  const base = logPieces(withoutConflicts(sides.base, markSize), form)
  const ours = logPieces(sides.ours, form)
  const theirs = logPieces(sides.theirs, form)
  return base && ours && theirs && { base, ours, theirs }
}

/**
 * Where two branches have several common ancestors, git merges these first, and a conflict in that merge is left in the
 * base, with longer marks. Its content counts as added by both sides.
 */
function withoutConflicts(base: string, markSize: number): string {
  const longer = `{${markSize + 1},}`
  const conflict = `^<${longer} [^\\r\\n]*[\\r\\n][\\s\\S]*?^>${longer} [^\\r\\n]*(?:\\r\\n|\\n|\\r|$(?![\\s\\S]))`
  return base.replace(new RegExp(conflict, 'gm'), '')
}

function hasEntries({ pieces }: LogPieces): boolean {
  return pieces.some(({ kind }) => kind === 'entry')
}

function joinedPieces(pieces: Sides<readonly Piece[]>, marks: Marks): JoinedPiece[] {
  const outcomes = new Map(matchPieces(pieces).map((node) => [node, joinNode(node, marks)]))
  const kept = [...outcomes].flatMap(([node, outcome]) => (outcome.type === 'gone' ? [] : [node]))
  return orderNodes(kept, pieces).map((node) => ({ node, outcome: outcomes.get(node) ?? { type: 'gone' } }))
}

function conflictsIn({ outcome }: JoinedPiece): number {
  if (outcome.type === 'lines') return outcome.lines.conflicts
  return outcome.type === 'conflict' ? 1 : 0
}

/** True when an entry that both sides wrote, word for word, is there more often than in either of them. */
function doublesEntry(pieces: Sides<readonly Piece[]>, shown: readonly ShownPiece[]): boolean {
  const [base, ours, theirs] = [pieces.base, pieces.ours, pieces.theirs].map((side) =>
    countTexts(side.filter(({ kind }) => kind === 'entry').map(({ plain }) => plain)),
  )
  return [...countTexts(shown.map(({ text }) => plainBreaks(text)))].some(([text, times]) => {
    const [b = 0, o = 0, t = 0] = [base, ours, theirs].map((counts) => counts?.get(text) ?? 0)
    return times > 1 && o + t > 0 && times > (b === 0 ? Math.max(o, t) : Math.max(o + t - b, o, t))
  })
}

/** True when a text, read again, has exactly the pieces that were written. */
function readsAs(text: string, shown: readonly ShownPiece[], form: EntryForm | LogShape): boolean {
  const found = logPieces(text, form)?.pieces ?? []
  return (
    found.length === shown.length &&
    found.every(({ plain }, i) => plain === plainBreaks(shown[i]?.text ?? ''))
  )
}
