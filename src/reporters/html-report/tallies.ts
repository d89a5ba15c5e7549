import { h } from 'hastscript'
import type { MemoryOverview, Tally } from '../../core/memory-overview.ts'
import { barsChart } from './bars-chart.ts'
import type { Element } from './element.ts'
import { figure } from './figure.ts'
import { grouped } from './grouped.ts'
import { plural } from './plural.ts'
import { layoutHeading, section } from './section.ts'
import { shown } from './shown.ts'
import { table } from './table.ts'

/** Bars in a chart, and rows in the table beside it. */
const BARS = 15
const ROWS = 200

/** Which tags and categories the memory uses most; null where it has none. */
export function tallies(overviews: readonly MemoryOverview[]): Element | null {
  const content = overviews.flatMap(({ layout, tags, categories }) => {
    const figures = [...tallyFigure('Tags', tags, layout), ...tallyFigure('Categories', categories, layout)]
    if (figures.length === 0) return []
    return [...layoutHeading(shown(layout), overviews), h('div', { className: 'charts' }, figures)]
  })
  return content.length === 0 ? null : section({ id: 'tags', title: 'Tags and categories', content })
}

function tallyFigure(title: string, all: readonly Tally[], layout: string): Element[] {
  if (all.length === 0) return []
  const named = all.map(({ name, count }) => ({ name: name === '' ? '(empty)' : shown(name, 80), count }))
  const rows = named.slice(0, ROWS)
  const more = (most: number): string =>
    all.length > most ? `, the ${most} commonest of ${grouped(all.length)}` : ''
  const one = all.filter(({ count }) => count === 1).length
  return [
    figure({
      title: `${title}${more(BARS)}`,
      chart: barsChart({
        name: `${title} of the ${shown(layout)} layout${more(BARS)}`,
        bars: named.slice(0, BARS).map(({ name, count }) => ({ label: name, counts: [count] })),
        colors: ['var(--accent)'],
      }),
      data: table({
        caption: `${title} of the ${shown(layout)} layout${more(ROWS)}`,
        columns: [{ title: title === 'Tags' ? 'Tag' : 'Category' }, { title: 'Uses', number: true }],
        rows: rows.map(({ name, count }) => [name, grouped(count)]),
      }),
      ...(one > 0 ? { note: `${plural(one, 'is', 'are')} used once.` } : {}),
    }),
  ]
}
