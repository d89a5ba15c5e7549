import type { Item } from '../../core/item.ts'

/** The states of a task, in the order of its life: it moves forward only. */
export const TASK_STATUSES = ['todo', 'in_progress', 'done'] as const

/** The states of a goal; all but the first are final. */
export const GOAL_STATUSES = ['active', 'achieved', 'abandoned'] as const

/** Words that people use for a task's state, lower-case with underscores, and the state that each means. */
export const TASK_WORDS: { readonly [word: string]: (typeof TASK_STATUSES)[number] } = {
  backlog: 'todo',
  new: 'todo',
  open: 'todo',
  pending: 'todo',
  planned: 'todo',
  to_do: 'todo',
  active: 'in_progress',
  doing: 'in_progress',
  inprogress: 'in_progress',
  ongoing: 'in_progress',
  started: 'in_progress',
  wip: 'in_progress',
  closed: 'done',
  complete: 'done',
  completed: 'done',
  finished: 'done',
  resolved: 'done',
}

/** Words that people use for a goal's state, lower-case with underscores, and the state that each means. */
export const GOAL_WORDS: { readonly [word: string]: (typeof GOAL_STATUSES)[number] } = {
  in_progress: 'active',
  new: 'active',
  ongoing: 'active',
  open: 'active',
  todo: 'active',
  complete: 'achieved',
  completed: 'achieved',
  done: 'achieved',
  met: 'achieved',
  reached: 'achieved',
  canceled: 'abandoned',
  cancelled: 'abandoned',
  dropped: 'abandoned',
  given_up: 'abandoned',
  rejected: 'abandoned',
}

/** The state of an item whose front matter gives none; null for a kind that has no state. */
export function defaultStatus(kind: string): string | null {
  if (kind === 'task') return TASK_STATUSES[0]
  return kind === 'goal' ? GOAL_STATUSES[0] : null
}

/** The state of a task or goal; empty where what is written is no text, which is the schema's business. */
export function statusOf({ item }: { readonly item: Item }): string {
  const { status } = item.fields
  return typeof status === 'string' ? status : ''
}

/** True for the state of a goal that is over. */
export function isFinal(status: string): boolean {
  return status === 'achieved' || status === 'abandoned'
}

/** How far a task is, from 0; null for what is no state of a task. */
export function taskRank(status: string): number | null {
  const rank = (TASK_STATUSES as readonly string[]).indexOf(status)
  return rank === -1 ? null : rank
}
