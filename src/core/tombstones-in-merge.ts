import type { Item } from './item.ts'
import { changedFields, type ItemAt } from './item-changes.ts'
import type { Memory, MergeBase } from './memory.ts'
import type { Links } from './merge-links.ts'
import { removalName, removedKind, tombstonesIn } from './tombstones.ts'

/** The items of a merge that stand beside their own tombstones, where no parent has both. */
export function returnedItems(parents: readonly Memory[], after: Memory): ItemAt[] {
  if (tombstonesIn(after).length === 0) return []
  const known = new Set(parents.flatMap((memory) => besideTombstones(memory).map(nameOf)))
  return besideTombstones(after).filter((at) => !known.has(nameOf(at)))
}

/** The items of a memory for which it has a tombstone as well, in order of places. */
export function besideTombstones(memory: Memory): ItemAt[] {
  const names = new Set(tombstonesIn(memory).map(nameOf))
  if (names.size === 0) return []
  return itemsIn(memory).filter((at) => names.has(nameOf(at)))
}

type Sides = {
  readonly parents: readonly Memory[]
  readonly links: readonly Links[]
  readonly bases: readonly MergeBase[]
}

/**
 * True for a tombstone in whose place the merge has the entry as another parent edited it: that was a conflict, and a
 * person may choose either.
 */
export function isChosenInstead(
  { at, parent }: { readonly at: ItemAt; readonly parent: number },
  { parents, links, bases }: Sides,
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
