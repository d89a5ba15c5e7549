import { similarity } from '../../core/pair-by-body.ts'
import { sketch } from '../hash.ts'
import type { Piece } from './log-pieces.ts'
import type { Sides } from './three-way.ts'

/** One piece in the versions of the log that have it. */
export type Node = { readonly [side in keyof Sides<Piece>]?: Piece }

/** At least this share of two texts' sampled word triples makes them one piece under two headings. */
const MOST = 0.5

/** So many pieces without a counterpart are compared by their texts; more were not retitled but replaced. */
const MOST_COMPARED = 200

type Identity = (piece: Piece, next: Piece | undefined) => readonly unknown[]

/**
 * What makes two pieces the same, the surest first. One key may stand in a log several times: the section and the
 * text tell its pieces apart, then their order.
 */
const IDENTITIES: readonly Identity[] = [
  ({ kind, section, key, plain }, next) => [kind, section, key, plain, next?.kind, next?.key],
  ({ kind, section, key, plain }) => [kind, section, key, plain],
  ({ kind, key, plain }) => [kind, key, plain],
  ({ kind, section, key }) => [kind, section, key],
  ({ kind, key }) => [kind, key],
]

/** Pairs the pieces of three versions: with the base by identity, then the two sides, then with the base by their words. */
export function matchPieces({ base, ours, theirs }: Sides<readonly Piece[]>): Node[] {
  const pairs = { ours: pairsByIdentity(base, ours), theirs: pairsByIdentity(base, theirs) }
  const added = { ours: without(ours, pairs.ours), theirs: without(theirs, pairs.theirs) }
  const both = pairsByIdentity(added.ours, added.theirs)
  const alone = {
    ours: added.ours.filter((piece) => !both.has(piece)),
    theirs: without(added.theirs, both),
  }
  for (const side of ['ours', 'theirs'] as const) {
    const lost = base.filter((piece) => !pairs[side].has(piece))
    for (const [before, after] of pairsByWords(lost, alone[side])) pairs[side].set(before, after)
  }
  const retitled = new Set([...pairs.ours.values(), ...pairs.theirs.values()])
  const single = (side: 'ours' | 'theirs'): Node[] =>
    alone[side].filter((piece) => !retitled.has(piece)).map((piece) => ({ [side]: piece }))
  return [
    ...base.map((piece) => node(piece, pairs.ours.get(piece), pairs.theirs.get(piece))),
    ...[...both].map(([one, other]) => node(undefined, one, other)),
    ...single('ours'),
    ...single('theirs'),
  ]
}

function node(base: Piece | undefined, ours: Piece | undefined, theirs: Piece | undefined): Node {
  return { ...(base && { base }), ...(ours && { ours }), ...(theirs && { theirs }) }
}

function without(pieces: readonly Piece[], pairs: ReadonlyMap<Piece, Piece>): Piece[] {
  const taken = new Set(pairs.values())
  return pieces.filter((piece) => !taken.has(piece))
}

function pairsByIdentity(left: readonly Piece[], right: readonly Piece[]): Map<Piece, Piece> {
  const pairs = new Map<Piece, Piece>()
  const taken = new Set<Piece>()
  for (const identity of IDENTITIES) {
    const free = new Map<string, Piece[]>()
    // From the end, so that the first of several is the one that is taken first.
    for (const [key, piece] of keyed(right, identity).reverse()) {
      if (taken.has(piece)) continue
      const list = free.get(key)
      if (list) list.push(piece)
      else free.set(key, [piece])
    }
    for (const [key, piece] of keyed(left, identity)) {
      const other = pairs.has(piece) ? undefined : free.get(key)?.pop()
      if (!other) continue
      pairs.set(piece, other)
      taken.add(other)
    }
    if (pairs.size === left.length || taken.size === right.length) break
  }
  return pairs
}

function keyed(pieces: readonly Piece[], identity: Identity): [string, Piece][] {
  return pieces.map((piece, i) => [JSON.stringify(identity(piece, pieces[i + 1])), piece])
}

/** Entries with another heading and most of their words; what tombstones say is alike anyway. */
function pairsByWords(left: readonly Piece[], right: readonly Piece[]): Map<Piece, Piece> {
  const pairs = new Map<Piece, Piece>()
  const [gone, added] = [entriesIn(left), entriesIn(right)]
  if (gone.length * added.length > MOST_COMPARED ** 2) return pairs
  const worded = (piece: Piece) => ({ piece, words: sketch(piece.plain) })
  const [before, after] = [gone.map(worded), added.map(worded)]
  const taken = new Set<Piece>()
  for (const { piece, words } of before) {
    const near = after
      .filter((other) => !taken.has(other.piece))
      .map((other) => ({ piece: other.piece, share: similarity(words, other.words) }))
      .sort((a, b) => b.share - a.share)[0]
    if (!near || near.share < MOST) continue
    pairs.set(piece, near.piece)
    taken.add(near.piece)
  }
  return pairs
}

function entriesIn(pieces: readonly Piece[]): Piece[] {
  return pieces.filter(({ kind, isTombstone }) => kind === 'entry' && !isTombstone)
}
