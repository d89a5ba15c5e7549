import { h } from 'hastscript'
import type { LogSize, MemoryOverview } from '../../core/memory-overview.ts'
import type { Element } from './element.ts'
import { firstOf } from './first-of.ts'
import { grouped } from './grouped.ts'
import { pathText } from './path-text.ts'
import { section } from './section.ts'
import { table } from './table.ts'

const MOST = 300

/** A path that a shell takes as it is. */
const PLAIN = /^[\w./@+=][\w./@+=-]*$/

/** Logs that have outgrown their threshold, the furthest first, and what to do; null where there are no logs. */
export function growth(overviews: readonly MemoryOverview[]): Element | null {
  const all = overviews.flatMap((overview) => overview.logs)
  if (all.length === 0) return null
  const grown = all.filter(isOver).sort((a, b) => b.items - b.most - (a.items - a.most))
  if (grown.length === 0) {
    const fine = h('p', 'No log has more entries than its threshold. Nothing to do.')
    return section({ id: 'outgrown', title: 'Growth', content: [fine] })
  }
  const intro = h('p', [
    'Agents read a log whole. Move the oldest entries to its archive: ',
    h('code', ['memkeep archive FILE ', h('span', { className: 'whole' }, '--keep N')]),
    ' moves them as they are and loses nothing. Or split the file by domain, where one file has become two subjects.',
  ])
  const { some, rest } = firstOf(grown, MOST, 'log', 'logs')
  const shownTable = table({
    caption: 'Logs over their threshold',
    columns: [
      { title: 'Log' },
      { title: 'Entries', number: true },
      { title: 'Threshold', number: true },
      { title: 'Over', number: true },
      { title: 'What to do' },
    ],
    rows: some.map((log) => [
      pathText(log.path),
      ...[log.items, log.most, log.items - log.most].map(grouped),
      advice(log),
    ]),
  })
  return section({ id: 'outgrown', title: 'Growth', content: [intro, shownTable, ...rest] })
}

/** It has more entries than it should. */
export function isOver({ items, most }: LogSize): boolean {
  return items > most
}

/** A command is proposed only where it may be copied into a shell without a thought. */
function advice({ path, items, most }: LogSize): Element {
  if (PLAIN.test(path)) {
    return h('code', [`memkeep archive ${path} `, h('span', { className: 'whole' }, `--keep ${most}`)])
  }
  return h('span', `Archive the oldest ${grouped(items - most)}`)
}
