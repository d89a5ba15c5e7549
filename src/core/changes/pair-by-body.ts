import type { Item } from '../document.ts'

/** At least this share of a body's sampled word triples in common makes two items one that was edited. */
const MOST = 0.5

/** So many bodies that hold one hash are looked at for a body; a hash that very many share identifies none of them. */
const MOST_PER_HASH = 128

/** Looks at a body and steps of comparing two: a few seconds. */
const MOST_STEPS = 100_000_000

/**
 * Pairs items with those whose bodies are most alike, in source order, each once; of equals the first.
 * Of more than 128 bodies with a hash in common the first 128 that are free are looked at, and past 100 million steps
 * (over 20,000 changed bodies that are all nearly alike) only bodies with the same sketch are paired.
 */
export function pairByBody<T extends { readonly item: Item }>(
  left: readonly T[],
  right: readonly T[],
): ReadonlyMap<T, T> {
  const index = indexOf(right)
  const pairs = new Map<T, T>()
  const taken = new Set<T>()
  const work = { left: MOST_STEPS }
  for (const one of left) {
    const best = sameSketch(one, index, taken) ?? mostSimilar(one, index, { taken, work })
    if (!best) continue
    pairs.set(one, best)
    taken.add(best)
  }
  return pairs
}

/** The share of sampled word triples that two bodies have in common, 0 to 1. Sketches are ascending, without doubles. */
export function similarity(a: readonly number[], b: readonly number[]): number {
  const size = a.length > 0 && b.length > 0 ? Math.max(a.length, b.length) : 0
  let seen = 0
  let shared = 0
  for (let i = 0, j = 0; seen < size && (i < a.length || j < b.length); seen += 1) {
    const x = a[i] ?? Number.POSITIVE_INFINITY
    const y = b[j] ?? Number.POSITIVE_INFINITY
    if (x === y) shared += 1
    if (x <= y) i += 1
    if (y <= x) j += 1
  }
  return seen === 0 ? 0 : shared / seen
}

/** How many hashes the sketch of a long body has. */
export const SKETCH_SIZE = 16

/** How many word triples a body has: exact where its sketch holds them all, else estimated from the part of all hashes that it reaches. */
export function countTriples(sketch: readonly number[]): number {
  const reach = ((sketch.at(-1) ?? 0) + 1) / 2 ** 32
  return sketch.length < SKETCH_SIZE ? sketch.length : Math.round((SKETCH_SIZE - 1) / reach)
}

/** At most this share of a body is left where most of it was cut. */
const LEFT = 0.5

/** A shorter body says too little to be cut, unless nothing is left. */
const FEW = 6

/** True where most of a body was cut; `elsewhere` are the sketches of other bodies, which may hold what is missing. */
export function isCut(
  before: readonly number[],
  after: readonly number[],
  elsewhere: () => readonly (readonly number[])[],
): boolean {
  const size = countTriples(before)
  const isShort = after.length === 0 ? size > 0 : size >= FEW && countTriples(after) <= size * LEFT
  if (!isShort) return false
  const known = new Set([after, ...elsewhere()].flat())
  return before.filter((hash) => known.has(hash)).length < before.length * MOST
}

/** Bodies that share nothing are never compared, so that many changed items cost no more than they have in common. */
type Index<T> = {
  readonly byHash: ReadonlyMap<number, List<T>>
  /** By kind and whole sketch, the last first. */
  readonly bySketch: ReadonlyMap<string, T[]>
}

/** What is before `start` is taken. */
type List<T> = { readonly all: T[]; start: number }

function indexOf<T extends { readonly item: Item }>(items: readonly T[]): Index<T> {
  const byHash = new Map<number, T[]>()
  const bySketch = new Map<string, T[]>()
  for (const one of items) {
    for (const hash of one.item.sketch) addTo(byHash, hash, one)
    addTo(bySketch, sketchKey(one.item), one)
  }
  for (const list of bySketch.values()) list.reverse()
  return { byHash: new Map([...byHash].map(([hash, all]) => [hash, { all, start: 0 }])), bySketch }
}

function addTo<K, T>(lists: Map<K, T[]>, key: K, one: T): void {
  const list = lists.get(key)
  if (list) list.push(one)
  else lists.set(key, [one])
}

function sketchKey({ kind, sketch }: Item): string {
  return `${kind} ${sketch.join(' ')}`
}

/** Nothing can be more alike, so no other has to be looked at. */
function sameSketch<T extends { readonly item: Item }>(
  { item }: T,
  { bySketch }: Index<T>,
  taken: ReadonlySet<T>,
): T | undefined {
  if (item.sketch.length === 0) return undefined
  const list = bySketch.get(sketchKey(item)) ?? []
  for (let one = list.pop(); one; one = list.pop()) if (!taken.has(one)) return one
  return undefined
}

type Search<T> = { readonly taken: ReadonlySet<T>; readonly work: { left: number } }

function mostSimilar<T extends { readonly item: Item }>(
  { item }: T,
  index: Index<T>,
  { taken, work }: Search<T>,
): T | undefined {
  let best: T | undefined
  let most = MOST
  for (const other of withCommonHash(item, index, { taken, work })) {
    if (other.item.kind !== item.kind) continue
    work.left -= item.sketch.length
    const share = similarity(item.sketch, other.item.sketch)
    if (share >= most && (share > most || !best)) {
      best = other
      most = share
    }
  }
  return best
}

/** Free bodies that have a hash in common with an item's, in the order in which they come up. */
function withCommonHash<T extends { readonly item: Item }>(
  { sketch }: Item,
  { byHash }: Index<T>,
  { taken, work }: Search<T>,
): ReadonlySet<T> {
  const found = new Set<T>()
  for (const hash of sketch) {
    if (work.left <= 0) return new Set()
    const list = byHash.get(hash)
    if (!list) continue
    const free = firstFree(list, taken)
    work.left -= free.length
    for (const one of free) found.add(one)
  }
  return found
}

/** Puts taken ones behind the start, so that no search passes them twice. */
function firstFree<T>(list: List<T>, taken: ReadonlySet<T>): readonly T[] {
  const { all } = list
  const free: T[] = []
  let end = list.start
  for (; end < all.length && free.length < MOST_PER_HASH; end += 1) {
    const one = all[end]
    if (one !== undefined && !taken.has(one)) free.push(one)
  }
  list.start = end - free.length
  for (const [i, one] of free.entries()) all[list.start + i] = one
  return free
}
