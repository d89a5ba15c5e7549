import { h } from 'hastscript'
import type { MemoryOverview, PlanState } from '../../core/memory-overview.ts'
import { lifeOrder, type PlanAge, planAge, STALE_DAYS } from '../../core/plan-status.ts'
import { compareText } from '../../core/text.ts'
import { barsChart } from './charts.ts'
import {
  type Element,
  figure,
  firstOf,
  grouped,
  pageText,
  pathText,
  plural,
  sectionByLayout,
  table,
} from './elements.ts'

const MOST_PLANS = 300

/** Plans by status, the stale ones first; null where there are none. */
export function plans(overviews: readonly MemoryOverview[], today: string): Element | null {
  const intro = h(
    'p',
    `A plan that is open for ${STALE_DAYS} days or more is stale: finish it, give it up, or write down what blocks it.`,
  )
  return sectionByLayout({ id: 'plans', title: 'Plans', content: [intro] }, overviews, (overview, layout) => {
    if (overview.plans.length === 0) return []
    const aged = overview.plans
      .map((plan): AgedPlan => ({ ...plan, ...planAge(plan, today) }))
      .sort(urgentFirst)
    const { some, rest } = firstOf(aged, MOST_PLANS, 'plan', 'plans')
    return [planStatuses(aged, layout), ...rest, planTable(some, layout)]
  })
}

/** Stale plans, then open plans of unknown age, then other open ones, each with the oldest first. */
function urgentFirst(a: AgedPlan, b: AgedPlan): number {
  return rank(a) - rank(b) || (b.days ?? 0) - (a.days ?? 0) || compareText(a.path, b.path)
}

function rank({ open, stale, days }: AgedPlan): number {
  if (stale) return 0
  if (!open) return 3
  return days === null ? 1 : 2
}

function planTable(all: readonly AgedPlan[], layout: string): Element {
  return table({
    caption: `Plans of the ${layout} layout, the stale ones first`,
    columns: ['Plan', 'Status', 'Age', 'Part'],
    numbers: ['Age'],
    rows: all.map((plan) => [
      [h('span', pageText(plan.name || plan.path)), h('span', { className: 'note' }, pathText(plan.path))],
      [
        h('span', plan.status === '' ? 'no status' : pageText(plan.status, 60)),
        ...(plan.stale ? [h('span', { className: 'badge warning' }, 'Stale')] : []),
      ],
      age(plan),
      plan.part === '' ? '–' : pageText(plan.part),
    ]),
  })
}

function age({ days }: AgedPlan): string {
  if (days === null) return 'not known'
  return days < 0 ? `in ${grouped(-days)} days` : plural(days, 'day')
}

const MOST_STATUSES = 12

/** The number of plans by status, in the order of a plan's life, and how many of these are stale. */
function planStatuses(plans: readonly AgedPlan[], layout: string): Element {
  const all = statuses(plans)
  const some = all.slice(0, MOST_STATUSES)
  const more = all.length > MOST_STATUSES ? `, ${MOST_STATUSES} of ${grouped(all.length)}` : ''
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
        columns: ['Status', 'Stale', 'Others', 'All'],
        numbers: ['Stale', 'Others', 'All'],
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
      return { name: status === '' ? 'no status' : pageText(status, 60), stale, others: same.length - stale }
    })
}

/** A plan with its age on the day of the report. */
type AgedPlan = PlanState & PlanAge
