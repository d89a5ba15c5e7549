import { conflictText, type Marks } from './conflict-text.ts'
import type { Ended, Outcome } from './join-node.ts'
import type { Piece } from './log-pieces.ts'
import type { Node } from './match-pieces.ts'
import { chosen, type Sides } from './three-way.ts'

/** A piece of the merged log. */
export type JoinedPiece = { readonly node: Node; readonly outcome: Outcome }

/** How conflicts are written: with marks, or as if they were resolved to one side. */
export type View = 'marked' | 'ours' | 'theirs'

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

/** Writes a merged log; every blank comes from a version of it where one has the two pieces beside each other. */
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

/** What stands beside a piece in its own version. */
type Place = { readonly before: Piece | undefined; readonly after: Piece | undefined }

function placesOf(pieces: Sides<readonly Piece[]>): ReadonlyMap<Piece, Place> {
  return new Map(
    SIDES.flatMap((side) =>
      pieces[side].map((piece, i, all) => [piece, { before: all[i - 1], after: all[i + 1] }] as const),
    ),
  )
}

type Between = { readonly one: ShownPiece; readonly next: ShownPiece; readonly separator: string }

/** The blanks between two pieces: as where they stand together, else as after the one or before the other. */
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
  const together = chosen({ base, ours: ours ?? base, theirs: theirs ?? base })?.taken ?? ours ?? theirs
  if (one.text + separator === '') return together ?? ''
  const apart = SIDES.flatMap((side) => {
    const piece = one.node[side]
    const after = piece && places.get(piece)?.after ? piece.after : undefined
    const follower = next.node[side]
    return [after, follower && places.get(follower)?.before?.after]
  })
  return [together, ...apart].find((blank) => blank && /[\r\n]/.test(blank)) ?? lineBreak + lineBreak
}

/** The end of the text, as merged from the ends of the three versions. */
function lastBlank(
  { text, separator }: ShownPiece,
  pieces: Sides<readonly Piece[]>,
  lineBreak: string,
): string {
  const end = (side: keyof Sides<unknown>): string => pieces[side].at(-1)?.after ?? ''
  const ends = { base: end('base'), ours: end('ours'), theirs: end('theirs') }
  const blank = chosen(ends)?.taken ?? ends.ours
  const endsInMark = separator === '' && />{3,} theirs$/.test(text)
  return blank === '' && endsInMark ? lineBreak : blank
}

/**
 * The separator for an entry that was the last one wherever it stands and is followed by another now, in a log that
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
