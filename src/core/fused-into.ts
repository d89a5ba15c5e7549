import type { Item } from './item.ts'
import type { ItemAt } from './item-changes.ts'
import type { Memory } from './memory.ts'

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
    .filter(({ item }) => isMade(item, versions))
  return ({ item }) =>
    made.find(
      (one) =>
        holds(one.item, item) &&
        !(versions.get(one.item) ?? []).some((version) => version.item === item || holds(version.item, item)),
    ) ?? null
}

/** True for a body that no parent has. */
export function isMade(item: Item, versions: ReadonlyMap<Item, readonly ItemAt[]>): boolean {
  return (versions.get(item) ?? []).every((version) => version.item.digest !== item.digest)
}

/** True when most of what is known of a body is in another one, as far as both sketches reach. */
export function holds({ sketch: whole }: Item, { sketch: part }: Item): boolean {
  const last = whole.length < part.length ? Number.POSITIVE_INFINITY : (whole.at(-1) ?? -1)
  const visible = part.filter((hash) => hash <= last)
  const all = new Set(whole)
  const shared = visible.filter((hash) => all.has(hash)).length
  return shared > 0 && shared >= Math.min(EVIDENCE, part.length) && shared / visible.length >= MOST
}
