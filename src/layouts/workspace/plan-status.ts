/** The states of a plan, in the order of a plan's life. */
export const PLAN_STATUSES = ['new', 'in_progress', 'partial', 'done', 'abandoned'] as const

/** Words that people use for a plan's state, lower-case with underscores, and the state that each means. */
export const STATUS_WORDS: { readonly [word: string]: (typeof PLAN_STATUSES)[number] } = {
  draft: 'new',
  planned: 'new',
  proposed: 'new',
  to_do: 'new',
  todo: 'new',
  open: 'new',
  active: 'in_progress',
  doing: 'in_progress',
  ongoing: 'in_progress',
  started: 'in_progress',
  wip: 'in_progress',
  blocked: 'partial',
  on_hold: 'partial',
  paused: 'partial',
  closed: 'done',
  complete: 'done',
  completed: 'done',
  finished: 'done',
  implemented: 'done',
  merged: 'done',
  shipped: 'done',
  cancelled: 'abandoned',
  canceled: 'abandoned',
  dropped: 'abandoned',
  obsolete: 'abandoned',
  rejected: 'abandoned',
  superseded: 'abandoned',
}
