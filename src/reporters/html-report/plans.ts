import { h } from 'hastscript'
import type { MemoryOverview } from '../../core/memory-overview.ts'
import { planAge, STALE_DAYS } from '../../core/plan-status.ts'
import { compareText } from '../../core/text.ts'
import type { AgedPlan } from './aged-plan.ts'
import type { Element } from './element.ts'
import { firstOf } from './first-of.ts'
import { grouped } from './grouped.ts'
import { pathText } from './path-text.ts'
import { planStatuses } from './plan-statuses.ts'
import { plural } from './plural.ts'
import { layoutHeading, section } from './section.ts'
import { shown } from './shown.ts'
import { table } from './table.ts'

const MOST = 300

/** Plans by what they say of themselves, the stale ones first; null where there are none. */
export function plans(overviews: readonly MemoryOverview[], today: string): Element | null {
  const having = overviews.filter((overview) => overview.plans.length > 0)
  if (having.length === 0) return null
  const intro = h(
    'p',
    `A plan that is open for ${STALE_DAYS} days or more is stale: finish it, give it up, or say what it waits for.`,
  )
  const content = having.flatMap((overview) => {
    const aged = overview.plans
      .map((plan): AgedPlan => ({ ...plan, ...planAge(plan, today) }))
      .sort(urgentFirst)
    const { some, rest } = firstOf(aged, MOST, 'plan', 'plans')
    return [
      ...layoutHeading(shown(overview.layout), overviews),
      planStatuses(aged, shown(overview.layout)),
      planTable(some, shown(overview.layout)),
      ...rest,
    ]
  })
  return section({ id: 'plans', title: 'Plans', content: [intro, ...content] })
}

/** The stale, then those whose age nobody knows, then the other open ones, each the oldest first. */
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
    columns: [{ title: 'Plan' }, { title: 'Status' }, { title: 'Age', number: true }, { title: 'Workspace' }],
    rows: all.map((plan) => [
      [h('span', shown(plan.name || plan.path)), h('span', { className: 'note' }, pathText(plan.path))],
      [
        h('span', plan.status === '' ? 'none' : shown(plan.status, 60)),
        ...(plan.stale ? [h('span', { className: 'badge warning' }, 'Stale')] : []),
      ],
      age(plan),
      plan.part === '' ? '–' : shown(plan.part),
    ]),
  })
}

function age({ days }: AgedPlan): string {
  if (days === null) return 'not known'
  return days < 0 ? `in ${grouped(-days)} days` : plural(days, 'day')
}
