import { h } from 'hastscript'
import type { LogSize, MemoryOverview, Tally } from '../../core/memory-overview.ts'
import { logChart, logPoints } from './charts.ts'
import {
  type Element,
  figure,
  firstOf,
  grouped,
  pageText,
  pathText,
  plural,
  section,
  sectionByLayout,
  table,
} from './elements.ts'

const MOST_LOGS = 300

/** A path that a shell takes as it is. */
const PLAIN_PATH = /^[\w./@+=][\w./@+=-]*$/

/** Logs that have outgrown their threshold, the furthest first, and what to do; null where there are no logs. */
export function growth(overviews: readonly MemoryOverview[]): Element | null {
  const all = overviews.flatMap((overview) => overview.logs)
  if (all.length === 0) return null
  const grown = all.filter(isOutgrown).sort((a, b) => b.items - b.most - (a.items - a.most))
  if (grown.length === 0) {
    const fine = h('p', 'No log has more entries than its threshold. Nothing to do.')
    return section({ id: 'outgrown', title: 'Growth', content: [fine] })
  }
  const intro = h('p', [
    'Agents read a log whole. Move the oldest entries to its archive: ',
    h('code', ['memkeep archive FILE ', h('span', { className: 'whole' }, '--keep N')]),
    ' moves them as they are and loses nothing. Or split the file by domain, where one file has become two subjects.',
  ])
  const { some, rest } = firstOf(grown, MOST_LOGS, 'log', 'logs')
  const shownTable = table({
    caption: 'Logs over their threshold',
    columns: ['Log', 'Entries', 'Threshold', 'Over', 'What to do'],
    numbers: ['Entries', 'Threshold', 'Over'],
    rows: some.map((log) => [
      pathText(log.path),
      ...[log.items, log.most, log.items - log.most].map(grouped),
      advice(log),
    ]),
  })
  return section({ id: 'outgrown', title: 'Growth', content: [intro, ...rest, shownTable] })
}

/** It has more entries than it should. */
function isOutgrown({ items, most }: LogSize): boolean {
  return items > most
}

/** A command is proposed only where it may be copied into a shell without a thought. */
function advice({ path, items, most }: LogSize): Element {
  if (PLAIN_PATH.test(path)) {
    return h('code', [`memkeep archive ${path} `, h('span', { className: 'whole' }, `--keep ${most}`)])
  }
  return h('span', `Archive the oldest ${grouped(items - most)}`)
}

/** Charts of one layout: the fullest logs are the ones to look at. */
const MOST_CHARTS = 9

/** A chart of fewer months shows nothing that the number of entries does not say. */
const FEWEST_MONTHS = 3

/** How the fullest logs have grown, each with its threshold; null where no log has entries of several months. */
export function logs(overviews: readonly MemoryOverview[]): Element | null {
  const title = { id: 'logs', title: 'Entries over time', content: [] }
  return sectionByLayout(title, overviews, (overview) => {
    const dated = overview.logs
      .map((log) => ({ log, points: logPoints(log) }))
      .filter(({ points }) => points.length >= FEWEST_MONTHS)
      .sort((a, b) => fullness(b.log) - fullness(a.log))
    if (dated.length === 0) return []
    const figures = dated.slice(0, MOST_CHARTS).map(({ log, points }) => logFigure(log, points))
    const left = overview.logs.length - figures.length
    const note = `${plural(left, 'log is', 'logs are')} not shown: less full, or without entries of three months.`
    return [
      h('div', { className: 'charts' }, figures),
      ...(left > 0 ? [h('p', { className: 'note' }, note)] : []),
    ]
  })
}

function fullness({ items, most }: LogSize): number {
  return items / Math.max(1, most)
}

function logFigure(log: LogSize, points: readonly Tally[]): Element {
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
      columns: ['Month', 'Entries'],
      numbers: ['Entries'],
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
