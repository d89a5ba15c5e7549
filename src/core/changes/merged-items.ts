import type { Document, Item, Memory, MergeBase } from '../document.ts'
import { type ItemAt, itemsAndTombstones } from './item-changes.ts'

type Input = {
  readonly parents: readonly Memory[]
  readonly after: Memory
  readonly bases: readonly MergeBase[]
  /** Only items of these files of the result can be copies too many. */
  readonly among: readonly Document[]
}

/** How often one item is in each file. */
type Counts = ReadonlyMap<string, number>

/**
 * The items of a merge that it has more often, word for word, than in any parent, and than the parents' own
 * additions explain: the same copy in one file from two sides is one, and what one side moved away stays away.
 */
export function surplusCopies({ parents, after, bases, among }: Input): ItemAt[] {
  const asked = new Set(among.flatMap((document) => itemsAndTombstones(document).map(({ digest }) => digest)))
  const copies = copiesOf(after, asked)
  const before = parents.map((memory) => countsOf(memory, asked))
  const ancestors = bases.map(({ between, memory }) => ({ between, counts: countsOf(memory, asked) }))
  return [...copies].flatMap(([name, all]) => {
    const counts = before.map((one) => one.get(name) ?? NONE)
    const most = Math.max(...counts.map(total))
    if (all.length < 2 || most === 0 || all.length <= most) return []
    const known = ancestors.map(({ between, counts: own }) => ({ between, counts: own.get(name) ?? NONE }))
    const expected = (path: string): number => expectedIn(path, counts, known)
    const paths = new Set(counts.flatMap((one) => [...one.keys()]))
    const explained = [...paths].reduce((sum, path) => sum + expected(path), 0)
    const surplus = all.length - Math.max(most, explained)
    return surplus > 0 ? beyond(all, expected).slice(-surplus) : []
  })
}

const NONE: Counts = new Map()

function nameOf({ kind, key, digest }: Item): string {
  return JSON.stringify([kind, key, digest])
}

/** By name, the items with one of some bodies. */
function copiesOf({ documents }: Memory, asked: ReadonlySet<string>): ReadonlyMap<string, readonly ItemAt[]> {
  const copies = new Map<string, ItemAt[]>()
  for (const document of documents) {
    for (const item of itemsAndTombstones(document)) {
      if (!asked.has(item.digest)) continue
      const list = copies.get(nameOf(item))
      if (list) list.push({ item, document })
      else copies.set(nameOf(item), [{ item, document }])
    }
  }
  return copies
}

function countsOf(memory: Memory, asked: ReadonlySet<string>): ReadonlyMap<string, Counts> {
  return new Map(
    [...copiesOf(memory, asked)].map(([name, all]) => {
      const counts = new Map<string, number>()
      for (const { document } of all) counts.set(document.path, (counts.get(document.path) ?? 0) + 1)
      return [name, counts]
    }),
  )
}

function total(counts: Counts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

type Ancestor = { readonly between: readonly [number, number]; readonly counts: Counts }

/** How many copies a file should hold: as many as the side that has most, unless a side took some away. */
function expectedIn(path: string, counts: readonly Counts[], ancestors: readonly Ancestor[]): number {
  const own = counts.map((one) => one.get(path) ?? 0)
  const reduced = own.filter((count, parent) =>
    ancestors.some((one) => one.between.includes(parent) && (one.counts.get(path) ?? 0) > count),
  )
  return reduced.length > 0 ? Math.min(...reduced) : Math.max(...own)
}

/** The last copies of every file that has more than it should. */
function beyond(all: readonly ItemAt[], expected: (path: string) => number): readonly ItemAt[] {
  const seen = new Map<string, number>()
  return all.filter(({ document: { path } }) => {
    const count = (seen.get(path) ?? 0) + 1
    seen.set(path, count)
    return count > expected(path)
  })
}

/** At least this share of a body's sampled word triples inside another body makes it a part of that. */
const MOST = 0.5

/** So many triples in common are more than chance; a shorter body must be there whole. */
const EVIDENCE = 3

/** Finds the item of the result that holds the words of a given one, and held them in no parent; null for none. */
export type FusedInto = (at: ItemAt) => ItemAt | null

/**
 * Looks among the items whose body the merge itself made: where two were joined without a heading between them, the one
 * now holds the words of the other. `versions` says what each item of the result was in the parents.
 */
export function fusedInto(after: Memory, versions: ReadonlyMap<Item, readonly ItemAt[]>): FusedInto {
  const made = after.documents
    .flatMap((document) => document.items.map((item) => ({ item, document })))
    .filter(({ item }) => isMadeByMerge(item, versions))
  return ({ item }) =>
    made.find(
      (one) =>
        holdsBody(one.item, item) &&
        !(versions.get(one.item) ?? []).some(
          (version) => version.item === item || holdsBody(version.item, item),
        ),
    ) ?? null
}

/** True for a body that no parent has. */
export function isMadeByMerge(item: Item, versions: ReadonlyMap<Item, readonly ItemAt[]>): boolean {
  return (versions.get(item) ?? []).every((version) => version.item.digest !== item.digest)
}

/** True when most of what is known of a body is in another one, as far as both sketches reach. */
export function holdsBody({ sketch: whole }: Item, { sketch: part }: Item): boolean {
  const last = whole.length < part.length ? Number.POSITIVE_INFINITY : (whole.at(-1) ?? -1)
  const visible = part.filter((hash) => hash <= last)
  const all = new Set(whole)
  const shared = visible.filter((hash) => all.has(hash)).length
  return shared > 0 && shared >= Math.min(EVIDENCE, part.length) && shared / visible.length >= MOST
}

/** An item of a merged file in a place where it may not be; `isNew`: a parent without it has the items below it. */
type Displaced = { readonly item: Item; readonly isNew: boolean }

/** How one parent sees two items of the result, one above the other. */
type View = 'fine' | 'new' | 'reversed' | 'none'

/** Where the items of the result are in one parent. */
type Ranks = ReadonlyMap<Item, number>

/**
 * The items of a merged file that are out of order in a way that no parent explains. Of two items, a parent that has both
 * gives their order; one that has only the upper one sees the lower one appended, which is fine; one that has only
 * the lower one sees a new item above an old one. One parent that finds them fine is enough.
 */
export function displacedItems(
  document: Document,
  versions: ReadonlyMap<Item, readonly ItemAt[]>,
): Displaced[] {
  const ranks = ranksOf(document, versions)
  if (ranks.length === 0) return []
  const stayed = document.items.filter((item) => isOwn(document, versions.get(item) ?? []))
  const found = new Map<Item, Displaced>()
  stayed.forEach((lower, below) => {
    for (let above = 0; above < below; above += 1) {
      const upper = stayed[above] ?? lower
      const views = ranks.map((rank) => viewOf(rank.get(upper), rank.get(lower)))
      if (views.includes('fine') || views.every((view) => view === 'none')) continue
      const isNew = views.includes('new')
      const item = isNew ? upper : lower
      if (!found.has(item)) found.set(item, { item, isNew })
    }
  })
  return stayed.flatMap((item) => found.get(item) ?? [])
}

/** What came back from another file, such as an archive, may be anywhere. */
function isOwn({ path }: Document, versions: readonly ItemAt[]): boolean {
  return versions.every(({ document }) => document.path === path)
}

function viewOf(upper: number | undefined, lower: number | undefined): View {
  if (upper === undefined) return lower === undefined ? 'none' : 'new'
  return lower === undefined || upper < lower ? 'fine' : 'reversed'
}

/** One for each parent that has the file; none where one of them is the result, whose order was judged before. */
function ranksOf(document: Document, versions: ReadonlyMap<Item, readonly ItemAt[]>): readonly Ranks[] {
  const parents = new Set<Document>()
  const nowOf = new Map<Item, Item>()
  for (const item of document.items) {
    for (const version of versions.get(item) ?? []) {
      if (version.document.path === document.path) parents.add(version.document)
      nowOf.set(version.item, item)
    }
  }
  if ([...parents].some(({ id }) => id === document.id && id !== '')) return []
  return [...parents].map(
    ({ items }) =>
      new Map(
        items.flatMap((item, rank) => {
          const now = nowOf.get(item)
          return now ? [[now, rank] as const] : []
        }),
      ),
  )
}
