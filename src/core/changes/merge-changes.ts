import {
  type Change,
  type Document,
  type Item,
  type Memory,
  type MergeBase,
  type MergeSides,
  unreadPaths,
} from '../document.ts'
import { shellWord } from '../messages.ts'
import { oncePer } from '../text.ts'
import {
  changedFields,
  type ItemAt,
  isRemovedBetween,
  itemChanges,
  itemsAndTombstones,
  removalName,
  removedKind,
  tombstonesIn,
} from './item-changes.ts'
import { type FusedInto, fusedInto, holdsBody, isMadeByMerge, surplusCopies } from './merged-items.ts'

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
  /** The item of the same name that another parent brought, and that was taken in its place; null where there is none. */
  readonly rival: ItemAt | null
}

/** What a merge itself did to the items of its parents. */
type MergeChanges = {
  /** Each item once, though several parents had it. */
  readonly lost: readonly MergeLoss[]
  /** Copies that neither a parent nor what the parents added explains. */
  readonly doubled: readonly ItemAt[]
  /** Items next to their own tombstones, where no parent has both: one side removed them with a reason. */
  readonly returned: readonly ItemAt[]
  /** Files of a parent that could not be read there, and that hold items elsewhere: what is lost of them is not known. */
  readonly unknown: readonly { readonly path: string; readonly parent: number }[]
  /** The documents of the result that are not the same on all sides. */
  readonly documents: readonly Document[]
  /** What each item of the result was in the parents that had it. */
  readonly versions: ReadonlyMap<Item, readonly Version[]>
  /** For each parent: what its items are in the others. */
  readonly fates: readonly ReadonlyMap<Item, readonly Fate[]>[]
}

/** An item of a parent, which is named by its number from 0. */
export type Version = ItemAt & { readonly parent: number }

/** True for a change that joins several parents. */
export function isMerge(change: Change): change is Merge {
  return change.merge !== null
}

/**
 * Compares the result of a merge with all of its parents; worked out once per merge. An item of a parent is in the result
 * unless another parent that once had it dropped it, or a tombstone replaces it. Documents that are the same on all sides are left out.
 */
export const mergeChanges = oncePer((whole: Merge): MergeChanges => {
  const { before, after, merge } = withoutShared(whole)
  const parents = [before, ...merge.others]
  const links = resultLinks(parents, after)
  const versions = versionsOf(parents, links)
  const sides = { parents, links, into: fusedInto(after, versions) }
  const areRemoved = [whole.before, ...whole.merge.others].map((one) => isRemovedBetween(one, whole.after))
  const fates = fatesOf(parents, merge.bases)
  const gone = lostItems({ ...sides, fates, after }).filter(
    (loss) =>
      !areRemoved[loss.parent]?.(loss.at) && !isChosenInstead(loss, { parents, links, bases: merge.bases }),
  )
  return {
    lost: [
      ...gone,
      ...guttedItems(sides, versions),
      ...overwrittenItems({ ...sides, fates, after }, versions, merge.bases),
    ],
    doubled: doubledItems(whole, after.documents),
    returned: returnedItems([whole.before, ...whole.merge.others], whole.after),
    unknown: unknownFiles(parents, after),
    documents: after.documents,
    versions,
    fates,
  }
})

/** Where an item of a parent is, and the command that shows it, whether the merge is a commit yet or not. */
export function whereInParent({ before, merge }: Merge, { document, item, parent }: Version): string {
  const { revision = `HEAD^${parent + 1}` } = [before, ...merge.others][parent] ?? before
  const { path } = document
  return `it is at ${path}:${item.place.line} in parent ${parent + 1} of the merge, and \`git show ${shellWord(`${revision}:${path}`)}\` shows it`
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

/** A copy may be in a file that is the same on all sides: there all files count. */
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

function versionsOf(parents: readonly Memory[], links: readonly Links[]): ReadonlyMap<Item, Version[]> {
  const versions = new Map<Item, Version[]>()
  for (const [parent, at] of itemsOf(parents)) {
    const now = links[parent]?.get(at.item)
    if (now) versions.set(now.item, [...(versions.get(now.item) ?? []), { ...at, parent }])
  }
  return versions
}

function itemsOf(parents: readonly Memory[]): (readonly [parent: number, at: ItemAt])[] {
  return parents.flatMap(({ documents }, parent) =>
    documents.flatMap((document) =>
      itemsAndTombstones(document).map((item) => [parent, { item, document }] as const),
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
    return isKnown ? [] : [{ at, parent, into: into(at), gutted: false, rival: null }]
  })
}

function guttedItems(
  { parents, links, into }: Sides,
  versions: ReadonlyMap<Item, readonly ItemAt[]>,
): MergeLoss[] {
  const reported = new Set<Item>()
  return itemsOf(parents).flatMap(([parent, at]) => {
    const now = links[parent]?.get(at.item)?.item
    if (!now || reported.has(now) || !isMadeByMerge(now, versions) || holdsBody(now, at.item)) return []
    const found = into(at)
    if (!found || found.item === now) return []
    reported.add(now)
    return [{ at, parent, into: found, gutted: true, rival: null }]
  })
}

/** True for two texts that are one and its edit, also where they are short. */
function areVersions(one: Item, other: Item): boolean {
  const words = new Set(one.sketch)
  const shared = other.sketch.filter((hash) => words.has(hash)).length
  const isLike = shared > 0 && shared * 2 >= Math.min(words.size, other.sketch.length)
  return isLike || holdsBody(one, other) || holdsBody(other, one)
}

/** So many word triples are a text; two shorter ones of one name are two wordings, and a person may take either. */
const TEXT = 3

/**
 * Items that several parents added under one name with different texts, where the merge has the text of another parent and
 * not this one's, under any name. Those are two items: no parent knew of the other's.
 */
function overwrittenItems(
  { parents, links, fates, after }: Known,
  versions: ReadonlyMap<Item, readonly ItemAt[]>,
  bases: readonly MergeBase[],
): MergeLoss[] {
  const all = itemsIn(after).map(({ item }) => item)
  // Both sides may have brought back what a tombstone had replaced.
  const removed = new Set(bases.flatMap(({ memory }) => tombstonesIn(memory).map(nameOf)))
  return itemsOf(parents).flatMap(([parent, at]) => {
    const { item } = at
    const now = links[parent]?.get(item)
    if (!now || !isNamed([item, now]) || now.item.digest === item.digest || item.sketch.length < TEXT)
      return []
    const isNew = (one: Item): boolean => !fates.some((own) => own.has(one)) && !removed.has(removalName(one))
    if (!isNew(item) || removedKind(item) !== null || areVersions(now.item, item)) return []
    const rival = (versions.get(now.item) ?? []).find(
      (one) =>
        one.item !== item &&
        isNew(one.item) &&
        (one.item.digest === now.item.digest || holdsBody(now.item, one.item)),
    )
    if (!rival || all.some((one) => one.digest === item.digest || holdsBody(one, item))) return []
    return [{ at, parent, into: null, gutted: true, rival }]
  })
}

/** Items of one snapshot → what each is in another; one that is not there is left out. */
type Links = ReadonlyMap<Item, ItemAt>

/** What an item of one parent is in another, both having had it in a common ancestor; null when that one dropped it. */
export type Fate = { readonly parent: number; readonly twin: ItemAt | null; readonly origin: ItemAt }

/** What the items of each parent are in the result of the merge. */
function resultLinks(parents: readonly Memory[], after: Memory): readonly Links[] {
  return trusted(parents.map((parent) => linksOf(parent, after)))
}

/** For each parent: what its items are in the other ones. What a file that cannot be read held is not known. */
function fatesOf(
  parents: readonly Memory[],
  bases: readonly MergeBase[],
): readonly ReadonlyMap<Item, readonly Fate[]>[] {
  const fates = parents.map(() => new Map<Item, Fate[]>())
  for (const { between, memory } of bases) {
    const [left, right] = [sideOf(between[0], parents, memory), sideOf(between[1], parents, memory)]
    for (const document of memory.documents) {
      for (const item of itemsAndTombstones(document)) {
        for (const [mine, other] of [
          [left, right],
          [right, left],
        ] as const) {
          const here = mine.links.get(item)
          const twin = other.links.get(item) ?? null
          if (!here || (!twin && other.unread.has(document.path))) continue
          const own = fates[mine.parent]
          own?.set(here.item, [
            ...(own.get(here.item) ?? []),
            { parent: other.parent, twin, origin: { item, document } },
          ])
        }
      }
    }
  }
  return fates
}

function sideOf(
  parent: number,
  parents: readonly Memory[],
  base: Memory,
): { parent: number; links: Links; unread: ReadonlySet<string> } {
  const memory = parents[parent]
  if (!memory) throw new Error(`a merge of ${parents.length} parents has no parent ${parent}`)
  return { parent, links: linksOf(base, memory), unread: unreadPaths(memory) }
}

function linksOf(from: Memory, to: Memory): Links {
  return new Map(
    itemChanges(from.documents, to.documents).flatMap((one) =>
      one.type === 'same' || one.type === 'edited' ? [[one.before.item, one.after] as const] : [],
    ),
  )
}

/** What another parent brings under its own name is not what became of an item with like words. */
function trusted(links: readonly Links[]): Links[] {
  const named = links.map((one) => new Set([...one].filter(isNamed).map(([, { item }]) => item)))
  return links.map((one, parent) => {
    const isOthers = ({ item }: ItemAt): boolean =>
      named.some((items, other) => other !== parent && items.has(item))
    return new Map([...one].filter((link) => isNamed(link) || !isOthers(link[1])))
  })
}

function isNamed([from, { item }]: readonly [Item, ItemAt]): boolean {
  return from.kind === item.kind && from.key === item.key
}

/** The items of a merge that are next to their own tombstones, where no parent has both. */
function returnedItems(parents: readonly Memory[], after: Memory): ItemAt[] {
  if (tombstonesIn(after).length === 0) return []
  const known = new Set(parents.flatMap((memory) => itemsWithTombstones(memory).map(nameOf)))
  return itemsWithTombstones(after).filter((at) => !known.has(nameOf(at)))
}

/** The items of a memory for which it has a tombstone as well, in order of places. */
export function itemsWithTombstones(memory: Memory): ItemAt[] {
  const names = new Set(tombstonesIn(memory).map(nameOf))
  if (names.size === 0) return []
  return itemsIn(memory).filter((at) => names.has(nameOf(at)))
}

type LinkedParents = {
  readonly parents: readonly Memory[]
  readonly links: readonly Links[]
  readonly bases: readonly MergeBase[]
}

/**
 * True for a tombstone in whose place the merge has the entry as another parent edited it: that was a conflict, and a
 * person may choose either.
 */
function isChosenInstead(
  { at, parent }: { readonly at: ItemAt; readonly parent: number },
  { parents, links, bases }: LinkedParents,
): boolean {
  if (removedKind(at.item) === null) return false
  const name = nameOf(at)
  return parents.some((memory, other) => {
    if (other === parent) return false
    const between = bases.filter((base) => base.between.includes(parent) && base.between.includes(other))
    const before = between.flatMap((base) => itemsIn(base.memory).filter((one) => nameOf(one) === name))
    const isEdited = (item: Item): boolean => before.every((old) => changedFields(old.item, item).length > 0)
    return itemsIn(memory).some(
      (one) => nameOf(one) === name && links[other]?.has(one.item) === true && isEdited(one.item),
    )
  })
}

function itemsIn({ documents }: Memory): ItemAt[] {
  return documents.flatMap((document) => document.items.map((item) => ({ item, document })))
}

function nameOf({ item }: ItemAt): string {
  return removalName(item)
}
