import type { Document } from './document.ts'
import { type FusedInto, fusedInto, holds, isMade } from './fused-into.ts'
import type { Item } from './item.ts'
import type { ItemAt } from './item-changes.ts'
import type { Change, Memory, MergeSides } from './memory.ts'
import { type Fate, fatesOf, type Links, resultLinks } from './merge-links.ts'
import { surplusCopies } from './surplus-copies.ts'
import { isRemovedBetween, remembered } from './tombstones.ts'
import { isChosenInstead, returnedItems } from './tombstones-in-merge.ts'
import { unreadPaths } from './unread-paths.ts'

/** A change that is a merge. */
export type Merge = Change & { readonly merge: MergeSides }

/** An item of a parent that the result has no more, or whose words it has only inside another item. */
export type MergeLoss = {
  readonly at: ItemAt
  /** The parent that had it, from 0. */
  readonly parent: number
  /** The item of the result that holds its words now, where there is one. */
  readonly into: ItemAt | null
  /** Something of its name is left, but not what it said. */
  readonly gutted: boolean
}

/** What a merge itself did to the items of its parents. */
export type MergeChanges = {
  /** Each item once, though several parents had it. */
  readonly lost: readonly MergeLoss[]
  /** Copies that neither a parent nor what the parents added explains. */
  readonly doubled: readonly ItemAt[]
  /** Items beside their own tombstones, where no parent has both: one side removed them with a reason. */
  readonly returned: readonly ItemAt[]
  /** Files of a parent that could not be read there, and that hold items elsewhere: what is lost of them is not known. */
  readonly unknown: readonly { readonly path: string; readonly parent: number }[]
  /** What each item of the result was in the parents that had it. */
  readonly versions: ReadonlyMap<Item, readonly ItemAt[]>
}

const known = new WeakMap<Merge, MergeChanges>()

/** True for a change that joins several parents. */
export function isMerge(change: Change): change is Merge {
  return change.merge !== null
}

/**
 * Compares the result of a merge with all of its parents; worked out once per merge. An item of a parent is in the result
 * unless another parent that once had it dropped it, or a tombstone stands for it. Documents that are the same on all sides are left out.
 */
export function mergeChanges(merge: Merge): MergeChanges {
  const done = known.get(merge) ?? compare(merge)
  known.set(merge, done)
  return done
}

function compare(whole: Merge): MergeChanges {
  const { before, after, merge } = withoutShared(whole)
  const parents = [before, ...merge.others]
  const links = resultLinks(parents, after)
  const versions = versionsOf(parents, links)
  const sides = { parents, links, into: fusedInto(after, versions) }
  const areRemoved = [whole.before, ...whole.merge.others].map((one) => isRemovedBetween(one, whole.after))
  const gone = lostItems({ ...sides, fates: fatesOf(parents, merge.bases), after }).filter(
    (loss) =>
      !areRemoved[loss.parent]?.(loss.at) && !isChosenInstead(loss, { parents, links, bases: merge.bases }),
  )
  return {
    lost: [...gone, ...guttedItems(sides, versions)],
    doubled: doubledItems(whole, after.documents),
    returned: returnedItems([whole.before, ...whole.merge.others], whole.after),
    unknown: unknownFiles(parents, after),
    versions,
  }
}

function unknownFiles(parents: readonly Memory[], after: Memory): MergeChanges['unknown'] {
  const full = [...parents, after].flatMap(({ documents }) =>
    documents.filter(({ items }) => items.length > 0),
  )
  const holding = new Set(full.map(({ path }) => path))
  return parents.flatMap((memory, parent) =>
    [...unreadPaths(memory)].filter((path) => holding.has(path)).map((path) => ({ path, parent })),
  )
}

/** A copy may stand in a file that is the same on all sides: there all files count. */
function doubledItems({ before, after, merge }: Merge, among: readonly Document[]): ItemAt[] {
  return surplusCopies({ parents: [before, ...merge.others], after, bases: merge.bases, among })
}

function withoutShared({ before, after, merge }: Merge): Merge {
  const [first, ...others] = [before, after, ...merge.others, ...merge.bases.map(({ memory }) => memory)].map(
    ({ documents }) => new Map(documents.map(({ path, id }) => [path, id])),
  )
  const isShared = (path: string): boolean => {
    const id = first?.get(path) ?? ''
    return id !== '' && others.every((ids) => ids.get(path) === id)
  }
  const without = (memory: Memory): Memory => ({
    ...memory,
    documents: memory.documents.filter(({ path }) => !isShared(path)),
  })
  const bases = merge.bases.map((base) => ({ ...base, memory: without(base.memory) }))
  return {
    before: without(before),
    after: without(after),
    merge: { others: merge.others.map(without), bases },
  }
}

function versionsOf(parents: readonly Memory[], links: readonly Links[]): ReadonlyMap<Item, ItemAt[]> {
  const versions = new Map<Item, ItemAt[]>()
  for (const [parent, at] of itemsOf(parents)) {
    const now = links[parent]?.get(at.item)
    if (now) versions.set(now.item, [...(versions.get(now.item) ?? []), at])
  }
  return versions
}

function itemsOf(parents: readonly Memory[]): (readonly [parent: number, at: ItemAt])[] {
  return parents.flatMap(({ documents }, parent) =>
    documents.flatMap((document) =>
      remembered(document).map((item) => [parent, { item, document }] as const),
    ),
  )
}

type Sides = {
  readonly parents: readonly Memory[]
  readonly links: readonly Links[]
  readonly into: FusedInto
}

type Known = Sides & { readonly fates: readonly ReadonlyMap<Item, readonly Fate[]>[]; readonly after: Memory }

function lostItems({ parents, links, fates, after, into }: Known): MergeLoss[] {
  const unread = unreadPaths(after)
  const twins = new Set<Item>()
  const named = new Map<string, number>()
  return itemsOf(parents).flatMap(([parent, at]) => {
    const { item, document } = at
    const own = fates[parent]?.get(item) ?? []
    const isLeft = own.some((fate) => !fate.twin || links[fate.parent]?.has(fate.twin.item))
    if (links[parent]?.has(item) || isLeft || unread.has(document.path)) return []
    const name = JSON.stringify([item.kind, item.key, item.digest])
    const first = named.get(name) ?? parent
    named.set(name, first)
    const isKnown = first !== parent || twins.has(item)
    for (const { twin } of own) if (twin) twins.add(twin.item)
    return isKnown ? [] : [{ at, parent, into: into(at), gutted: false }]
  })
}

function guttedItems(
  { parents, links, into }: Sides,
  versions: ReadonlyMap<Item, readonly ItemAt[]>,
): MergeLoss[] {
  const told = new Set<Item>()
  return itemsOf(parents).flatMap(([parent, at]) => {
    const now = links[parent]?.get(at.item)?.item
    if (!now || told.has(now) || !isMade(now, versions) || holds(now, at.item)) return []
    const found = into(at)
    if (!found || found.item === now) return []
    told.add(now)
    return [{ at, parent, into: found, gutted: true }]
  })
}
