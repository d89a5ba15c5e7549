import type { Marks } from './conflict-text.ts'
import { keepsSections } from './keeps-sections.ts'
import type { Piece } from './log-pieces.ts'
import type { Node } from './match-pieces.ts'
import { type MergedLines, mergeLines } from './merge-lines.ts'
import { textSections } from './text-sections.ts'
import { chosen, type Sides } from './three-way.ts'

/** A piece's text, and what ends it. */
export type Ended = { readonly text: string; readonly separator: string }

/** What becomes of one piece: it goes, one text is taken, or the sides have texts of their own (null: none). */
export type Outcome =
  | { readonly type: 'gone' }
  | ({ readonly type: 'text' } & Ended)
  | { readonly type: 'lines'; readonly lines: MergedLines; readonly separator: string }
  | { readonly type: 'conflict'; readonly ours: Ended | null; readonly theirs: Ended | null }

/**
 * Joins the versions of one piece. An entry that both sides changed differently, or one changed and the other deleted,
 * is a conflict as a whole: what an entry says is one thing. A tombstone is the version of an entry that was removed with a
 * reason: it stays where the other side has removed the entry without one. A head or section is merged line by line.
 */
export function joinNode({ base, ours, theirs }: Node, marks: Marks): Outcome {
  if (ours && theirs) return joinBoth({ base, ours, theirs }, marks)
  const one = ours ?? theirs
  if (!one || one.plain === base?.plain) return { type: 'gone' }
  if (!base || (one.isTombstone && !base.isTombstone)) {
    return { type: 'text', text: one.text, separator: one.separator }
  }
  return { type: 'conflict', ours: ours ? endedBy(ours) : null, theirs: theirs ? endedBy(theirs) : null }
}

function endedBy({ text, separator: own }: Piece, separator: string = own): Ended {
  return { text, separator }
}

type Both = { readonly base: Piece | undefined; readonly ours: Piece; readonly theirs: Piece }

function joinBoth({ base, ours, theirs }: Both, marks: Marks): Outcome {
  const separator = joinedSeparator({ base, ours, theirs })
  const sides = { base: base ?? null, ours, theirs }
  const taken = chosen<Piece | null>(sides, (a, b) => a?.plain === b?.plain)?.taken
  if (taken) return { type: 'text', text: takenText(taken, sides), separator }
  if (ours.isTombstone !== theirs.isTombstone) {
    // A tombstone needs no separator, and the entry keeps its own.
    return { type: 'conflict', ours: endedBy(ours), theirs: endedBy(theirs) }
  }
  if (ours.kind === 'entry') {
    return { type: 'conflict', ours: endedBy(ours, separator), theirs: endedBy(theirs, separator) }
  }
  return joinLines({ base: base?.text ?? '', ours: ours.text, theirs: theirs.text }, { marks, separator })
}

function joinLines(sides: Sides<string>, { marks, separator }: { marks: Marks; separator: string }): Outcome {
  const lines = mergeLines(sides, marks)
  // A head may hold more headings than its own, which nothing reads as such: within HTML, or behind an open fence.
  const isOne = [sides.base, sides.ours, sides.theirs].every((text) => textSections(text).size <= 1)
  if (lines.conflicts > 0 || isOne || keepsSections(sides, lines.text)) {
    return { type: 'lines', lines, separator }
  }
  const [left, right] = [sides.ours, sides.theirs].map((text) => ({ text, separator }))
  return { type: 'conflict', ours: left ?? null, theirs: right ?? null }
}

/** Texts that differ in their line breaks alone: the bytes that a side changed. */
function takenText(
  taken: Piece,
  { base, ours, theirs }: { base: Piece | null; ours: Piece; theirs: Piece },
): string {
  if (ours.plain !== theirs.plain) return taken.text
  return ours.text === base?.text ? theirs.text : ours.text
}

/** Where both sides changed it differently one that is there is better than none. */
function joinedSeparator({ base, ours, theirs }: Both): string {
  const [b, o, t] = [base?.separator ?? '', ours.separator, theirs.separator]
  return chosen({ base: b, ours: o, theirs: t })?.taken ?? (o === '' ? t : o)
}
