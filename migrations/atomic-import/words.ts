/** Words of other systems for the state of an item, lower-case with underscores; a test holds them equal to the layout's. */
export const STATUS_WORDS: { readonly [category: string]: { readonly [word: string]: string } } = {
  tasks: {
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
  },
  goals: {
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
  },
}

/** The states of the format, in their order; the last ones are final. */
export const STATUSES: { readonly [category: string]: readonly string[] } = {
  tasks: ['todo', 'in_progress', 'done'],
  goals: ['active', 'achieved', 'abandoned'],
}

/** The state that a written one means: itself, another spelling or another word; null for a word that is not known. */
export function statusMeant(category: string, written: string): string | null {
  const word = written
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const words = STATUS_WORDS[category] ?? {}
  if ((STATUSES[category] ?? []).includes(word)) return word
  return Object.hasOwn(words, word) ? (words[word] ?? null) : null
}

/** True for a state in which an item of this category may be archived; facts have none. */
export function isArchivable(category: string, status: string | null): boolean {
  const [first, ...others] = STATUSES[category] ?? []
  if (first === undefined) return true
  return category === 'tasks' ? status === 'done' : status !== null && others.includes(status)
}
