import { h } from 'hastscript'
import type { BudgetUse, LogSize, MemoryOverview } from '../../core/memory-overview.ts'
import {
  type Element,
  firstOf,
  grouped,
  layoutHeading,
  pageText,
  pathText,
  section,
  table,
} from './elements.ts'
import { meter } from './meter.ts'

const MOST_FILES = 100

/** The name of the whole of what loads into every conversation. */
const WHOLE = 'hot memory'

/** What loads into every conversation, with its limits; null where nothing does. */
export function budgets(overviews: readonly MemoryOverview[]): Element | null {
  const having = overviews.filter((overview) => overview.budgets.length > 0)
  if (having.length === 0) return null
  const intro = h(
    'p',
    'What loads into every conversation. Each line of it is paid for every time: keep what is needed everywhere, and move the rest to where it is looked up. Tokens are estimated.',
  )
  const lists = having.flatMap((overview) => {
    const { some, rest } = firstOf(overview.budgets, MOST_FILES, 'file', 'files')
    return [
      ...layoutHeading(pageText(overview.layout), overviews),
      h('ul', { className: 'budgets' }, some.map(budgetItem)),
      ...rest,
    ]
  })
  return section({ id: 'budgets', title: 'Hot memory', content: [intro, ...lists] })
}

function budgetItem({ name, lines, mostLines, tokens, mostTokens }: BudgetUse): Element {
  return h('li', [
    h('span', { className: 'name' }, name === WHOLE ? 'all together' : pageText(name)),
    meter({ used: lines, most: mostLines, unit: 'lines' }),
    meter({ used: tokens, most: mostTokens, unit: 'tokens' }),
  ])
}

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
export function isOutgrown({ items, most }: LogSize): boolean {
  return items > most
}

/** A command is proposed only where it may be copied into a shell without a thought. */
function advice({ path, items, most }: LogSize): Element {
  if (PLAIN_PATH.test(path)) {
    return h('code', [`memkeep archive ${path} `, h('span', { className: 'whole' }, `--keep ${most}`)])
  }
  return h('span', `Archive the oldest ${grouped(items - most)}`)
}
