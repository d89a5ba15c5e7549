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
  const earlier = new Map<string, Named[]>()
  return documents.flatMap((document): NearCopy[] => {
    const [item] = document.items
    if (!item || item.sketch.length < FEWEST) return []
    const group = groupOf(document)
    const hashes = item.sketch.map((hash) => `${group} ${hash}`)
    const other = mostShared(hashes.flatMap((hash) => earlier.get(hash) ?? []))
    for (const hash of hashes) {
      const others = earlier.get(hash) ?? []
      if (others.length < MOST) earlier.set(hash, [...others, { document, item }])
    }
    return other ? [{ document, item, other, isSame: other.item.digest === item.digest }] : []
  })
}

/** The one that occurs most often, where that is often enough; the first of several. */
function mostShared(others: readonly Named[]): Named | null {
  const counts = new Map<string, { readonly one: Named; count: number }>()
  for (const one of others) {
    const known = counts.get(one.document.path)
    if (known) known.count += 1
    else counts.set(one.document.path, { one, count: 1 })
  }
  const [best] = [...counts.values()].sort((a, b) => b.count - a.count)
  return best && best.count >= SHARED ? best.one : null
}
