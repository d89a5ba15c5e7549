import { type PlanState, tallies } from '../../core/memory-overview.ts'
import { lifeOrder, planAge } from '../../core/plan-status.ts'
import { compareText } from '../../core/text.ts'
import { counted } from '../counted.ts'
import { cutLines, type Room } from './cut-lines.ts'
import { shownCode } from './shown.ts'

/** So many plans of one status are listed. */
const MOST_OF_A_STATUS = 20

/**
 * Plans by status in the order of a plan's life, other words behind, the commonest first; in each the oldest plan first,
 * with its age in days as long as there is something to do.
 */
export function planLines(plans: readonly PlanState[], today: string, room: Room): string[] {
  const statuses = tallies(plans.map(({ status }) => status)).sort(
    (a, b) => lifeOrder(a.name) - lifeOrder(b.name),
  )
  const byStatus = new Map<string, PlanState[]>(statuses.map(({ name }) => [name, []]))
  for (const plan of plans.toSorted(byAge)) byStatus.get(plan.status)?.push(plan)
  const blocks = statuses.map(({ name, count }) => {
    const lines = (byStatus.get(name) ?? []).map((plan) => `  - ${lineOf(plan, today)}`)
    const most = { lines: MOST_OF_A_STATUS, bytes: room.bytes / 4 }
    const more = (left: number): string => `  - ${left} more`
    const status = name === '' ? 'without a status' : shownCode(name)
    return [
      `- ${status}: ${counted(count, 'plan')}`,
      ...cutLines(lines, most, { total: lines.length, more }),
    ].join('\n')
  })
  const more = (left: number): string => `- ${left} more kinds of status`
  return cutLines(blocks, room, { total: blocks.length, more })
}

/** A plan that does not say when it was made comes last. */
function byAge(a: PlanState, b: PlanState): number {
  return compareText(a.created ?? '~', b.created ?? '~') || compareText(a.path, b.path)
}

function lineOf(plan: PlanState, today: string): string {
  const { days, open } = planAge(plan, today)
  const age = days === null ? 'of unknown age' : days < 0 ? 'of a day to come' : `${counted(days, 'day')} old`
  return [shownCode(plan.name), ...(open ? [age] : []), `in ${shownCode(plan.path)}`].join(', ')
}
