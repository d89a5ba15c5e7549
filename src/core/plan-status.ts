/** The states of a plan, in the order of a plan's life. */
export const PLAN_STATUSES = ['new', 'in_progress', 'partial', 'done', 'abandoned'] as const

/** One of the states. */
export type PlanStatus = (typeof PLAN_STATUSES)[number]

/** Where a state stands in a plan's life; words that are no state come after all of them. */
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
