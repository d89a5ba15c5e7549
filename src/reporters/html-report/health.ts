import { h } from 'hastscript'
import type { MemoryOverview, PartOverview } from '../../core/memory-overview.ts'
import type { Element } from './element.ts'
import { firstOf } from './first-of.ts'
import { grouped } from './grouped.ts'
import { section } from './section.ts'
import { shown } from './shown.ts'
import { table } from './table.ts'

const MOST = 500

/** What every workspace holds, and what was found in it: those with most to mend first. */
export function health(overviews: readonly MemoryOverview[]): Element | null {
  const parts = overviews.flatMap(({ layout, parts }) =>
    parts.map((part) => ({ ...part, layout, label: label(part, parts) })),
  )
  if (parts.length === 0) return null
  const worst = parts.toSorted((a, b) => b.errors - a.errors || b.warnings - a.warnings || b.infos - a.infos)
  const { some, rest } = firstOf(worst, MOST, 'part', 'parts')
  const several = overviews.length > 1
  const shownTable = table({
    caption: 'Health by workspace',
    columns: [
      { title: 'Workspace' },
      ...(several ? [{ title: 'Layout' }] : []),
      { title: 'Health' },
      ...['Documents', 'Items', 'Errors', 'Warnings', 'Infos'].map((title) => ({
        title,
        number: true as const,
      })),
    ],
    rows: some.map((part) => [
      part.label,
      ...(several ? [shown(part.layout)] : []),
      state(part),
      ...[part.documents, part.items, part.errors, part.warnings, part.infos].map(grouped),
    ]),
  })
  return section({ id: 'health', title: 'Health by workspace', content: [shownTable, ...rest] })
}

function label({ name }: PartOverview, all: readonly unknown[]): string {
  if (name !== '') return shown(name)
  return all.length === 1 ? 'The whole memory' : 'Outside of any'
}

function state({ errors, warnings }: PartOverview): Element {
  if (errors > 0) return h('span', { className: 'badge error' }, 'To mend')
  if (warnings > 0) return h('span', { className: 'badge warning' }, 'To look at')
  return h('span', { className: 'badge fine' }, 'Healthy')
}
