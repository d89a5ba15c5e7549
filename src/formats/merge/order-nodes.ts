import type { Piece } from './log-pieces.ts'
import type { Node } from './match-pieces.ts'
import type { Sides } from './three-way.ts'

type Side = 'ours' | 'theirs'

/** A comment stands with what follows it, and moves with it. */
type Unit = { readonly nodes: readonly Node[]; readonly date: string | null; readonly kind: Piece['kind'] }

/** What one side alone has between two pieces of both. */
type Runs = { readonly [side in Side]: Node[] }

/**
 * Orders the nodes of a merge. What both sides have stands as in the base, or as in a side that moved it; what one side
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

/** Entries before the first section, what stands from there on, and comments that belong to what follows the run. */
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
