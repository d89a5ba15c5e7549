import type { Document } from './document.ts'
import type { Item } from './item.ts'
import type { ItemAt } from './item-changes.ts'

/** An item of a merged file that stands where it may not; `isNew`: a parent without it has the items below it. */
export type Displaced = { readonly item: Item; readonly isNew: boolean }

/** How one parent sees two items of the result, one above the other. */
type View = 'fine' | 'new' | 'reversed' | 'none'

/** Where the items of the result stand in one parent. */
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

/** What came back from another file, such as an archive, may stand anywhere. */
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
