import { daysBetween, isCalendarDate } from './date.ts'
import type { PlanState } from './memory-overview.ts'

/** The states of a plan, in the order of a plan's life. */
export const PLAN_STATUSES = ['new', 'in_progress', 'partial', 'done', 'abandoned'] as const

/** One of the states. */
export type PlanStatus = (typeof PLAN_STATUSES)[number]

/** The position of a state in a plan's life; words that are no state come after all of them. */
export function lifeOrder(status: string): number {
  const place = (PLAN_STATUSES as readonly string[]).indexOf(status)
  return place < 0 ? PLAN_STATUSES.length : place
}

/** Words that people use for a plan's state, lower-case with underscores, and the state that each means. */
export const STATUS_WORDS: { readonly [word: string]: PlanStatus } = {
  approved: 'new',
  backlog: 'new',
  draft: 'new',
  idea: 'new',
  not_started: 'new',
  not_yet_started: 'new',
  open: 'new',
  pending: 'new',
  planned: 'new',
  planning: 'new',
  proposal: 'new',
  proposed: 'new',
  ready: 'new',
  scheduled: 'new',
  to_do: 'new',
  todo: 'new',
  active: 'in_progress',
  doing: 'in_progress',
  in_development: 'in_progress',
  in_review: 'in_progress',
  ongoing: 'in_progress',
  started: 'in_progress',
  under_way: 'in_progress',
  underway: 'in_progress',
  wip: 'in_progress',
  work_in_progress: 'in_progress',
  blocked: 'partial',
  deferred: 'partial',
  incomplete: 'partial',
  mostly_done: 'partial',
  on_hold: 'partial',
  partially: 'partial',
  partly: 'partial',
  paused: 'partial',
  postponed: 'partial',
  stalled: 'partial',
  built: 'done',
  closed: 'done',
  complete: 'done',
  completed: 'done',
  delivered: 'done',
  finished: 'done',
  fixed: 'done',
  implemented: 'done',
  landed: 'done',
  merged: 'done',
  released: 'done',
  resolved: 'done',
  shipped: 'done',
  cancelled: 'abandoned',
  canceled: 'abandoned',
  declined: 'abandoned',
  deprecated: 'abandoned',
  discarded: 'abandoned',
  dropped: 'abandoned',
  obsolete: 'abandoned',
  rejected: 'abandoned',
  replaced: 'abandoned',
  superseded: 'abandoned',
  withdrawn: 'abandoned',
  "won't_do": 'abandoned',
  wont_do: 'abandoned',
  "won't_fix": 'abandoned',
  wontfix: 'abandoned',
}

/** A plan that is open for as many days is stale: one has seen a quarterly review come and go. */
export const STALE_DAYS = 90

/** Where nothing is to be done any more; a goal is achieved. */
const CLOSED: ReadonlySet<string> = new Set(['done', 'abandoned', 'achieved'])

/** How old a plan is on a day, and what that says of it. */
export type PlanAge = {
  /** Days since it was created; null where that is not known. */
  readonly days: number | null
  /** Neither done nor given up; so is one in unknown words. */
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
