import { itemsIn } from '../core/changes/item-changes.ts'
import { instantOf } from '../core/date.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Memory } from '../core/document.ts'
import type { Layout } from '../core/layout.ts'
import {
  byPlace,
  type ItemsOverview,
  type LayoutOverview,
  type MemoryOverview,
  type PartOverview,
  placedItem,
  removedItems,
  tallies,
} from '../core/memory-overview.ts'
import { testHeld } from '../core/places.ts'
import { compareText } from '../core/text.ts'

/**
 * What each layout's memory holds, with what was found in its parts; none for a layout without documents. A finding about
 * the whole repository, or about a place above the roots, belongs to the part without a name.
 */
export function overviewsOf(
  memories: ReadonlyMap<Layout, Memory>,
  diagnostics: readonly Diagnostic[],
): MemoryOverview[] {
  return [...memories].flatMap(([layout, memory]) => {
    if (memory.documents.length === 0) return []
    const own = diagnostics.filter((one) => one.layout === layout.id)
    const parts = partsOf(layout, memory, own)
    return [
      {
        layout: layout.id,
        parts,
        items: itemsOverview(memory),
        removed: removedItems(memory),
        ...layoutOverview(layout, memory),
      },
    ]
  })
}

/** The part that each finding belongs to, in the same order; empty for none. */
export function partsOfFindings(
  memories: ReadonlyMap<Layout, Memory>,
  diagnostics: readonly Diagnostic[],
): string[] {
  const names = new Map([...memories].map(([layout, memory]) => [layout.id, partNames(layout, memory)]))
  return diagnostics.map(({ layout, path }) => names.get(layout)?.(path) ?? '')
}

/** A layout's overview of its memory; what it leaves out is empty, but for the tags of its items. */
export function layoutOverview(layout: Layout, memory: Memory): LayoutOverview {
  const tags = tallies(itemsIn(memory.documents).flatMap(({ item }) => item.tags ?? []))
  return { budgets: [], logs: [], plans: [], tags, categories: [], ...layout.reports?.overview?.(memory) }
}

/** The most items that are listed as the oldest. */
const OLDEST = 10

function itemsOverview(memory: Memory): ItemsOverview {
  const all = itemsIn(memory.documents)
  const living = all.filter(({ item }) => item.living)
  const dated = all.flatMap((at) => {
    const { date, living: isLiving } = at.item
    return date === undefined ? [] : [{ ...placedItem(at), date, isLiving }]
  })
  dated.sort((a, b) => compareDates(a.date, b.date) || byPlace(a, b))
  const oldest = dated.filter(({ isLiving }) => isLiving)
  return {
    kinds: tallies(all.map(({ item }) => item.kind)),
    statuses: tallies(all.flatMap(({ item }) => item.status?.toLowerCase() ?? [])),
    first: dated[0]?.date ?? null,
    last: dated.at(-1)?.date ?? null,
    living: living.length,
    undated: living.length - oldest.length,
    oldest: oldest.slice(0, OLDEST).map(({ isLiving: _, ...item }) => item),
  }
}

function compareDates(a: string, b: string): number {
  return (instantOf(a) ?? 0) - (instantOf(b) ?? 0)
}

type Counts = { -readonly [key in keyof PartOverview]: PartOverview[key] }

function partsOf(layout: Layout, memory: Memory, diagnostics: readonly Diagnostic[]): PartOverview[] {
  const parts = new Map<string, Counts>()
  const nameOf = partNames(layout, memory)
  const partAt = (path: string): Counts => {
    const name = nameOf(path)
    const known = parts.get(name) ?? { name, documents: 0, items: 0, errors: 0, warnings: 0, infos: 0 }
    parts.set(name, known)
    return known
  }
  for (const { path, items } of memory.documents) {
    const part = partAt(path)
    part.documents += 1
    part.items += items.length
  }
  for (const { path, severity } of diagnostics) partAt(path)[`${severity}s`] += 1
  return [...parts.values()].sort((a, b) => compareText(a.name, b.name))
}

/** A layout's parts are below its roots; a finding at another place is about all of it. */
function partNames(layout: Layout, { settings }: Memory): (path: string) => string {
  const { area } = layout.parts ?? {}
  const isHeld = testHeld(layout, settings)
  return (path) => (area && isHeld(path) ? area(path, settings) : '')
}
