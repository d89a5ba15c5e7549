import { isCalendarDate } from './date.ts'
import { daysBetween } from './days-between.ts'
import type { PlanState } from './memory-overview.ts'
import { STATUS_WORDS } from './plan-status.ts'

/** A plan that is open for as many days is stale: one has seen a quarterly review come and go. */
export const STALE_DAYS = 90

/** Where nothing is to be done any more; a goal is achieved. */
const CLOSED: ReadonlySet<string> = new Set(['done', 'abandoned', 'achieved'])

/** How old a plan is on a day, and what that says of it. */
export type PlanAge = {
  /** Days since it was created; null where that is not known. */
  readonly days: number | null
  /** Neither done nor given up; so is one in words that nobody knows. */
  readonly open: boolean
  readonly stale: boolean
}

/** The age of a plan on the day `today`, `YYYY-MM-DD`. */
export function planAge({ status, created }: PlanState, today: string): PlanAge {
  const known = created !== null && isCalendarDate(created) && isCalendarDate(today)
  const days = known ? daysBetween(created, today) : null
  const word = status
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const state = Object.hasOwn(STATUS_WORDS, word) ? STATUS_WORDS[word] : word
  const open = !CLOSED.has(state ?? word)
  return { days, open, stale: open && days !== null && days >= STALE_DAYS }
}
