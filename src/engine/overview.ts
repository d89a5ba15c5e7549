import type { Diagnostic } from '../core/diagnostic.ts'
import type { Memory } from '../core/document.ts'
import type { Layout } from '../core/layout.ts'
import {
  type LayoutOverview,
  type MemoryOverview,
  type PartOverview,
  removedItems,
} from '../core/memory-overview.ts'
import { testHeld } from '../core/places.ts'
import { compareText } from '../core/text.ts'

/** What a layout leaves out of its overview. */
const NOTHING: LayoutOverview = { budgets: [], logs: [], plans: [], tags: [], categories: [] }

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
    return [{ layout: layout.id, parts, removed: removedItems(memory), ...layoutOverview(layout, memory) }]
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

/** A layout's overview of its memory; empty where it has none. */
export function layoutOverview(layout: Layout, memory: Memory): LayoutOverview {
  return { ...NOTHING, ...layout.overview?.(memory) }
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
