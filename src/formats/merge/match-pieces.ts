import { similarity } from '../../core/changes/pair-by-body.ts'
import type { Sides } from '../../core/merge-sides.ts'
import { sketch } from '../hash.ts'
import type { Piece } from './log-pieces.ts'

/** One piece in the versions of the log that have it. */
export type Node = { readonly [side in keyof Sides<Piece>]?: Piece }

/** At least this share of two texts' sampled word triples makes them one piece under two headings. */
const MOST = 0.5

/** So many pieces without a counterpart are compared by their texts; more were not retitled but replaced. */
const MOST_COMPARED = 200

type Identity = (piece: Piece, next: Piece | undefined) => readonly unknown[]

/**
 * What makes two pieces the same, the surest first. One key may occur in a log several times: the section and the
 * text identify its pieces, then their order.
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

type Side = 'ours' | 'theirs'

/** A comment belongs to what follows it, and moves with it. */
type Unit = { readonly nodes: readonly Node[]; readonly date: string | null; readonly kind: Piece['kind'] }

/** What one side alone has between two pieces of both. */
type Runs = { readonly [side in Side]: Node[] }

/**
 * Orders the nodes of a merge. What both sides have is ordered as in the base, or as in a side that moved it; what one side
 * alone has follows the piece that it follows there. Where both sides added something at one place, it goes by date,
 * newest first where the log runs so, then ours before theirs; sections stay whole.
 */
export function orderNodes(nodes: readonly Node[], pieces: Sides<readonly Piece[]>): Node[] {
  const skeleton = skeletonOf(nodes, pieces)
  const runs = new Map<Node, Runs>(skeleton.map((node) => [node, { ours: [], theirs: [] }]))
  for (const side of ['ours', 'theirs'] as const) {
    let anchor: Node | undefined
    for (const node of inOrder(nodes, pieces, side)) {
      if (node.ours && node.theirs) anchor = node
      else if (anchor) runs.get(anchor)?.[side].push(node)
    }
  }
  const newestFirst = isNewestFirst(pieces)
  return skeleton.flatMap((node) => [
    node,
    ...joinRuns(runs.get(node) ?? { ours: [], theirs: [] }, newestFirst),
  ])
}

/** What both sides have, in the order of the side that moved something, else of ours. */
function skeletonOf(nodes: readonly Node[], pieces: Sides<readonly Piece[]>): Node[] {
  const common = nodes.filter(({ ours, theirs }) => ours && theirs)
  const moved = (side: Side): boolean => {
    const positions = new Map(pieces.base.map((piece, i) => [piece, i]))
    const there = inOrder(common, pieces, side).flatMap(({ base }) =>
      base ? [positions.get(base) ?? 0] : [],
    )
    return there.some((at, i) => i > 0 && at < (there[i - 1] ?? 0))
  }
  return inOrder(common, pieces, moved('theirs') && !moved('ours') ? 'theirs' : 'ours')
}

function inOrder(nodes: readonly Node[], pieces: Sides<readonly Piece[]>, side: Side): Node[] {
  const positions = new Map(pieces[side].map((piece, i) => [piece, i]))
  const positionOf = (node: Node): number => {
    const piece = node[side]
    return piece ? (positions.get(piece) ?? 0) : 0
  }
  return nodes.filter((node) => node[side]).sort((a, b) => positionOf(a) - positionOf(b))
}

function isNewestFirst({ ours, theirs }: Sides<readonly Piece[]>): boolean {
  let score = 0
  for (const pieces of [ours, theirs]) {
    const dates = pieces.flatMap(({ date }) => date ?? [])
    dates.forEach((date, i) => {
      const before = dates[i - 1] ?? date
      score += date < before ? 1 : date > before ? -1 : 0
    })
  }
  return score > 0
}

function joinRuns({ ours, theirs }: Runs, newestFirst: boolean): Node[] {
  if (ours.length === 0 || theirs.length === 0) return [...ours, ...theirs]
  const [left, right] = [splitRun(ours), splitRun(theirs)]
  const units = [
    ...byDate(left.entries, right.entries, newestFirst),
    ...left.sections,
    ...right.sections,
    ...left.comments,
    ...right.comments,
  ]
  return units.flatMap(({ nodes }) => nodes)
}

type Run = Record<'entries' | 'sections' | 'comments', readonly Unit[]>

/** Entries before the first section, the pieces from there on, and comments that belong to what follows the run. */
function splitRun(run: readonly Node[]): Run {
  const units = unitsOf(run)
  const comments = units.filter(({ kind }) => kind === 'comment')
  const others = units.filter(({ kind }) => kind !== 'comment')
  const first = others.findIndex(({ kind }) => kind === 'section')
  const end = first < 0 ? others.length : first
  return { entries: others.slice(0, end), sections: others.slice(end), comments }
}

function unitsOf(run: readonly Node[]): Unit[] {
  const units: Unit[] = []
  let open: Node[] = []
  for (const node of run) {
    const piece = node.ours ?? node.theirs
    open.push(node)
    if (!piece || piece.kind === 'comment') continue
    units.push({ nodes: open, date: piece.date, kind: piece.kind })
    open = []
  }
  return open.length > 0 ? [...units, { nodes: open, date: null, kind: 'comment' }] : units
}

/** Two runs as one; each keeps its own order, and without dates ours comes first. */
function byDate(ours: readonly Unit[], theirs: readonly Unit[], newestFirst: boolean): Unit[] {
  if ([...ours, ...theirs].some(({ date }) => date === null)) return [...ours, ...theirs]
  const joined: Unit[] = []
  let [o, t] = [0, 0]
  while (o < ours.length || t < theirs.length) {
    const [left, right] = [ours[o], theirs[t]]
    const isLeft = left && (!right || comesFirst(left.date ?? '', right.date ?? '', newestFirst))
    if (isLeft) o += 1
    else t += 1
    const next = isLeft ? left : right
    if (next) joined.push(next)
  }
  return joined
}

function comesFirst(ours: string, theirs: string, newestFirst: boolean): boolean {
  return ours === theirs || ours < theirs !== newestFirst
}
