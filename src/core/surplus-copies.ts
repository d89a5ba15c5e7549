import type { Document } from './document.ts'
import type { Item } from './item.ts'
import type { ItemAt } from './item-changes.ts'
import type { Memory, MergeBase } from './memory.ts'
import { remembered } from './tombstones.ts'

type Input = {
  readonly parents: readonly Memory[]
  readonly after: Memory
  readonly bases: readonly MergeBase[]
  /** Only items of these files of the result can be copies too many. */
  readonly among: readonly Document[]
}

/** How often one item stands in each file. */
type Counts = ReadonlyMap<string, number>

/**
 * The items of a merge that stand there more often, word for word, than in any parent, and than the parents' own
 * additions explain: the same copy in one file from two sides is one, and what one side moved away stays away.
 */
export function surplusCopies({ parents, after, bases, among }: Input): ItemAt[] {
  const asked = new Set(among.flatMap((document) => remembered(document).map(({ digest }) => digest)))
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
    for (const item of remembered(document)) {
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
