import { h } from 'hastscript'
import { lifeOrder } from '../../core/plan-status.ts'
import { compareText } from '../../core/text.ts'
import type { AgedPlan } from './aged-plan.ts'
import { barsChart } from './bars-chart.ts'
import type { Element } from './element.ts'
import { figure } from './figure.ts'
import { grouped } from './grouped.ts'
import { shown } from './shown.ts'
import { table } from './table.ts'

const MOST = 12

/** How many plans say of themselves what, in the order of a plan's life, and how many of these are stale. */
export function planStatuses(plans: readonly AgedPlan[], layout: string): Element {
  const all = statuses(plans)
  const some = all.slice(0, MOST)
  const more = all.length > MOST ? `, ${MOST} of ${grouped(all.length)}` : ''
  return h('div', { className: 'charts' }, [
    figure({
      title: [
        `Plans by status${more}`,
        h('span', { className: 'legend' }, [
          h('span', { className: 'key amber' }, 'stale'),
          h('span', { className: 'key' }, 'others'),
        ]),
      ],
      chart: barsChart({
        name: `Plans by status of the ${layout} layout${more}`,
        bars: some.map(({ name, stale, others }) => ({ label: name, counts: [stale, others] })),
        colors: ['var(--amber)', 'var(--accent)'],
      }),
      data: table({
        caption: `Plans by status of the ${layout} layout${more}`,
        columns: [
          { title: 'Status' },
          { title: 'Stale', number: true },
          { title: 'Others', number: true },
          { title: 'All', number: true },
        ],
        rows: some.map(({ name, stale, others }) => [name, ...[stale, others, stale + others].map(grouped)]),
      }),
    }),
  ])
}

type Status = { readonly name: string; readonly stale: number; readonly others: number }

function statuses(plans: readonly AgedPlan[]): Status[] {
  const found = new Map<string, AgedPlan[]>()
  for (const plan of plans) {
    const same = found.get(plan.status)
    if (same) same.push(plan)
    else found.set(plan.status, [plan])
  }
  return [...found]
    .sort(([a], [b]) => lifeOrder(a) - lifeOrder(b) || compareText(a, b))
    .map(([status, same]) => {
      const stale = same.filter((plan) => plan.stale).length
      return { name: status === '' ? 'none' : shown(status, 60), stale, others: same.length - stale }
    })
}
