import { h } from 'hastscript'
import type { LogSize, MemoryOverview } from '../../core/memory-overview.ts'
import { logChart, logPoints } from './charts.ts'
import {
  type Element,
  figure,
  grouped,
  layoutHeading,
  pageText,
  pathText,
  plural,
  section,
  table,
} from './elements.ts'

/** Charts of one layout: the fullest logs are the ones to look at. */
const MOST = 9

/** A chart of fewer months shows nothing that the number of entries does not say. */
const FEWEST_MONTHS = 3

/** How the fullest logs have grown, each with its threshold; null where no log has entries of several months. */
export function logs(overviews: readonly MemoryOverview[]): Element | null {
  const content = overviews.flatMap((overview) => {
    const dated = overview.logs
      .map((log) => ({ log, points: logPoints(log) }))
      .filter(({ points }) => points.length >= FEWEST_MONTHS)
      .sort((a, b) => fullness(b.log) - fullness(a.log))
    if (dated.length === 0) return []
    const figures = dated.slice(0, MOST).map(({ log, points }) => logFigure(log, points))
    const left = overview.logs.length - figures.length
    return [
      ...layoutHeading(pageText(overview.layout), overviews),
      h('div', { className: 'charts' }, figures),
      ...(left > 0
        ? [
            h(
              'p',
              { className: 'note' },
              `${plural(left, 'log is', 'logs are')} not shown: less full, or without entries of three months.`,
            ),
          ]
        : []),
    ]
  })
  return content.length === 0 ? null : section({ id: 'logs', title: 'Entries over time', content })
}

function fullness({ items, most }: LogSize): number {
  return items / Math.max(1, most)
}

function logFigure(log: LogSize, points: ReturnType<typeof logPoints>): Element {
  const path = pageText(log.path)
  const dated = log.months.reduce((sum, { count }) => sum + count, 0)
  const undated = Math.max(0, log.items - dated)
  return figure({
    title: [
      pathText(log.path),
      h('span', { className: 'note' }, `${plural(log.items, 'entry', 'entries')}, ${room(log)}`),
    ],
    chart: logChart({ ...log, path }, points),
    data: table({
      caption: `Entries over time of ${path}`,
      columns: [{ title: 'Month' }, { title: 'Entries', number: true }],
      rows: points.map(({ name, count }) => [name, grouped(count)]),
    }),
    ...(undated > 0
      ? {
          note: `${plural(undated, 'entry without a date counts', 'entries without a date count')} from the start.`,
        }
      : {}),
  })
}

function room({ items, most }: LogSize): string {
  return items > most ? `${grouped(items - most)} over the threshold` : `room for ${grouped(most - items)}`
}
