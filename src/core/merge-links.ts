import type { Item } from './item.ts'
import { type ItemAt, itemChanges } from './item-changes.ts'
import type { Memory, MergeBase } from './memory.ts'
import { remembered } from './tombstones.ts'
import { unreadPaths } from './unread-paths.ts'

/** Items of one snapshot → what each is in another; one that is not there is left out. */
export type Links = ReadonlyMap<Item, ItemAt>

/** What an item of one parent is in another, both having had it in a common ancestor; null when that one dropped it. */
export type Fate = { readonly parent: number; readonly twin: ItemAt | null }

/** What the items of each parent are in the result of the merge. */
export function resultLinks(parents: readonly Memory[], after: Memory): readonly Links[] {
  return trusted(parents.map((parent) => linksOf(parent, after)))
}

/** For each parent: what its items are in the other ones. What a file that cannot be read held is not known. */
export function fatesOf(
  parents: readonly Memory[],
  bases: readonly MergeBase[],
): readonly ReadonlyMap<Item, readonly Fate[]>[] {
  const fates = parents.map(() => new Map<Item, Fate[]>())
  for (const { between, memory } of bases) {
    const [left, right] = [sideOf(between[0], parents, memory), sideOf(between[1], parents, memory)]
    for (const document of memory.documents) {
      for (const item of remembered(document)) {
        for (const [mine, other] of [
          [left, right],
          [right, left],
        ] as const) {
          const here = mine.links.get(item)
          const twin = other.links.get(item) ?? null
          if (!here || (!twin && other.unread.has(document.path))) continue
          const own = fates[mine.parent]
          own?.set(here.item, [...(own.get(here.item) ?? []), { parent: other.parent, twin }])
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
