import type { Sides } from '../../core/merge-sides.ts'
import type { Piece } from './log-pieces.ts'
import type { Node } from './match-pieces.ts'
import { chooseSide, conflictText, type Marks, type MergedLines, mergeLines } from './merge-lines.ts'
import { keepsSections, textSections } from './text-sections.ts'

/** A piece of the merged log. */
export type JoinedPiece = { readonly node: Node; readonly outcome: Outcome }

/** How conflicts are written: with marks, or as if they were resolved to one side. */
type View = 'marked' | 'ours' | 'theirs'

/** A piece as one view has it. */
export type ShownPiece = { readonly node: Node; readonly text: string; readonly separator: string }

const SIDES = ['ours', 'theirs', 'base'] as const

/** The pieces that a view has, with their texts. */
export function shownPieces(joined: readonly JoinedPiece[], view: View, marks: Marks): ShownPiece[] {
  return joined.flatMap(({ node, outcome }) => {
    const shown = shownText(outcome, view, marks)
    return shown === null ? [] : [{ node, ...shown }]
  })
}

/** Writes a merged log; every blank comes from a version of it where one has the two pieces next to each other. */
export function writeLog(
  shown: readonly ShownPiece[],
  pieces: Sides<readonly Piece[]>,
  lineBreak: string,
): string {
  const places = placesOf(pieces)
  return shown
    .map((one, i) => {
      const next = shown[i + 1]
      if (!next) return one.text + one.separator + lastBlank(one, pieces, lineBreak)
      const separator = one.separator || neededSeparator(one, pieces, places)
      return one.text + separator + gap({ one, next, separator }, places, lineBreak)
    })
    .join('')
}

function shownText(outcome: Outcome, view: View, marks: Marks): Ended | null {
  if (outcome.type === 'gone') return null
  if (outcome.type === 'text') return { text: outcome.text, separator: outcome.separator }
  if (outcome.type === 'lines') {
    const { lines, separator } = outcome
    return { text: withoutEnd(lines[view === 'marked' ? 'text' : view]), separator }
  }
  const { ours, theirs } = outcome
  if (view !== 'marked') return outcome[view]
  if (ours && ours.separator === theirs?.separator) {
    return { text: withoutEnd(conflictText(ours.text, theirs.text, marks)), separator: ours.separator }
  }
  // Who takes the deletion, or the tombstone, deletes the separator with the entry.
  const whole = (side: Ended | null): string => (side === null ? '' : side.text + side.separator)
  return { text: withoutEnd(conflictText(whole(ours), whole(theirs), marks)), separator: '' }
}

function withoutEnd(text: string): string {
  return text.replace(/[ \t\r\n]+$/, '')
}

/** The neighbours of a piece in its own version. */
type Place = { readonly before: Piece | undefined; readonly after: Piece | undefined }

function placesOf(pieces: Sides<readonly Piece[]>): ReadonlyMap<Piece, Place> {
  return new Map(
    SIDES.flatMap((side) =>
      pieces[side].map((piece, i, all) => [piece, { before: all[i - 1], after: all[i + 1] }] as const),
    ),
  )
}

type Between = { readonly one: ShownPiece; readonly next: ShownPiece; readonly separator: string }

/** The blanks between two pieces: as where they are together, else as after the one or before the other. */
function gap(
  { one, next, separator }: Between,
  places: ReadonlyMap<Piece, Place>,
  lineBreak: string,
): string {
  const blankIn = (side: keyof Node): string | undefined => {
    const piece = one.node[side]
    return piece && next.node[side] && places.get(piece)?.after === next.node[side] ? piece.after : undefined
  }
  const [base, ours, theirs] = [blankIn('base'), blankIn('ours'), blankIn('theirs')]
  const together = chooseSide({ base, ours: ours ?? base, theirs: theirs ?? base })?.taken ?? ours ?? theirs
  if (one.text + separator === '') return together ?? ''
  const apart = SIDES.flatMap((side) => {
    const piece = one.node[side]
    const [after, follower] = [piece && places.get(piece)?.after, next.node[side]]
    const before = follower && places.get(follower)?.before
    return [
      ...(piece && after ? [{ blank: piece.after, of: [piece, after] as const }] : []),
      ...(follower && before ? [{ blank: before.after, of: [before, follower] as const }] : []),
    ]
  })
  // Between two items of a list there is less than between an item and the text behind the list.
  const kinds = [kindOf(one), kindOf(next)].join()
  const alike = apart.filter(({ of }) => of.map(({ kind }) => kind).join() === kinds)
  const blanks = [together, ...[...alike, ...apart].map(({ blank }) => blank)]
  return blanks.find((blank) => blank && /[\r\n]/.test(blank)) ?? lineBreak + lineBreak
}

function kindOf({ node }: ShownPiece): Piece['kind'] | undefined {
  return (node.ours ?? node.theirs ?? node.base)?.kind
}

/** The end of the text, as merged from the ends of the three versions. */
function lastBlank(
  { text, separator }: ShownPiece,
  pieces: Sides<readonly Piece[]>,
  lineBreak: string,
): string {
  const end = (side: keyof Sides<unknown>): string => pieces[side].at(-1)?.after ?? ''
  const ends = { base: end('base'), ours: end('ours'), theirs: end('theirs') }
  const blank = chooseSide(ends)?.taken ?? ends.ours
  const endsInMark = separator === '' && />{3,} theirs$/.test(text)
  return blank === '' && endsInMark ? lineBreak : blank
}

/**
 * The separator for an entry that was the last one in each version and is followed by another now, in a log that
 * parts its entries so: as the entry before it has it.
 */
function neededSeparator(
  { node, text }: ShownPiece,
  pieces: Sides<readonly Piece[]>,
  places: ReadonlyMap<Piece, Place>,
): string {
  const versions = SIDES.flatMap((side) => node[side] ?? [])
  if (node.base && !(node.ours && node.theirs)) return ''
  if (text === '' || versions.some((piece) => !isEntry(piece) || places.get(piece)?.after)) return ''
  const inner = [...pieces.ours, ...pieces.theirs].filter(
    (piece) => isEntry(piece) && places.get(piece)?.after,
  )
  const parted = inner.filter(({ separator }) => separator !== '')
  return parted.length * 2 > inner.length ? (parted.at(-1)?.separator ?? '') : ''
}

/** A tombstone needs no separator behind it. */
function isEntry({ kind, isTombstone }: Piece): boolean {
  return kind === 'entry' && !isTombstone
}

/** A piece's text, and what ends it. */
type Ended = { readonly text: string; readonly separator: string }

/** What becomes of one piece: it goes, one text is taken, or the sides have texts of their own (null: none). */
type Outcome =
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
  const taken = chooseSide<Piece | null>(sides, (a, b) => a?.plain === b?.plain)?.taken
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
  return chooseSide({ base: b, ours: o, theirs: t })?.taken ?? (o === '' ? t : o)
}
