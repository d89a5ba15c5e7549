import type { Document, Item } from '../document.ts'

/** Of 16 hashes so many are shared by two texts that are mostly the same. */
const SHARED = 12

/** So many texts with one hash are compared: a phrase that all have says nothing. */
const MOST = 200

/** Shorter texts are alike by chance. */
const FEWEST = 16

/** A document of one item, and an earlier one of the same group that says the same, or nearly. */
export type NearCopy = {
  readonly document: Document
  readonly item: Item
  readonly other: Named
  readonly isSame: boolean
}

type Named = { readonly document: Document; readonly item: Item }

/** Documents of one item each that repeat an earlier one of their group. */
export function findNearCopies(
  documents: readonly Document[],
  groupOf: (document: Document) => string,
): readonly NearCopy[] {
  const groups = new Map<string, Map<number, Named[]>>()
  return documents.flatMap((document): NearCopy[] => {
    const [item] = document.items
    if (!item || item.sketch.length < FEWEST) return []
    const group = groupOf(document)
    const earlier = groups.get(group) ?? new Map<number, Named[]>()
    groups.set(group, earlier)
    const other = mostShared(item.sketch, earlier)
    const own = { document, item }
    for (const hash of item.sketch) {
      const others = earlier.get(hash)
      if (!others) earlier.set(hash, [own])
      else if (others.length < MOST) others.push(own)
    }
    return other ? [{ document, item, other, isSame: other.item.digest === item.digest }] : []
  })
}

/** The one that shares most hashes, where that is enough; the first of several. */
function mostShared(sketch: readonly number[], earlier: ReadonlyMap<number, readonly Named[]>): Named | null {
  const counts = new Map<Named, number>()
  let [best, most]: [Named | null, number] = [null, SHARED - 1]
  for (const hash of sketch) {
    for (const one of earlier.get(hash) ?? []) counts.set(one, (counts.get(one) ?? 0) + 1)
  }
  for (const [one, count] of counts) {
    if (count > most) [best, most] = [one, count]
  }
  return best
}
