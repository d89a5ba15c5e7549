import { h } from 'hastscript'
import type { Growth, MemoryReport } from '../../core/report.ts'
import { lineChart } from './charts.ts'
import {
  dayText,
  type Element,
  figure,
  firstOf,
  grouped,
  pageText,
  plural,
  section,
  table,
} from './elements.ts'

/** The most agents with a chart. */
const MOST_AGENTS = 12

/** Tokens that every session of an agent begins with: at some commits, and now; null where that is not known. */
export function atStart({ atStart: all = [], today }: MemoryReport): Element | null {
  if (all.length === 0) return null
  const { some, rest } = firstOf(all, MOST_AGENTS, 'agent', 'agents')
  const intro = 'Tokens, estimated, of the files that load now: at some commits that changed them, and today.'
  const figures = some.map((one) => agentFigure(one, today))
  return section({
    id: 'at-start',
    title: 'What agents start with, over time',
    content: [h('p', intro), ...rest, h('div', { className: 'charts' }, figures)],
  })
}

function agentFigure({ agent, commits, now }: Growth, today: string): Element {
  const name = pageText(agent, 80)
  const points = [
    ...commits.map(({ date, tokens }) => ({ name: pageText(date, 40), count: tokens })),
    { name: pageText(today, 40), count: now },
  ]
  return figure({
    title: [name, h('span', { className: 'note' }, `${plural(now, 'token')} now`)],
    chart: lineChart({
      name: `What ${name} starts with, over time: ${plural(now, 'token')} now`,
      points,
      color: 'var(--accent)',
    }),
    data: table({
      caption: `What ${name} starts with, over time`,
      columns: ['Date', 'Commit', 'Tokens'],
      numbers: ['Tokens'],
      rows: [
        ...commits.map(({ commit, date, tokens }) => [
          dayText(date),
          h('code', pageText(commit.slice(0, 8))),
          grouped(tokens),
        ]),
        [dayText(today), 'now', grouped(now)],
      ],
    }),
  })
}
