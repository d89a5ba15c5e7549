import { type ItemAt, itemChanges, itemsIn } from '../../core/changes/item-changes.ts'
import { isMerge, type Merge, mergeChanges } from '../../core/changes/merge-changes.ts'
import type { Change, Item, Memory, MergeBase } from '../../core/document.ts'
import { textList } from '../../core/json.ts'
import { compareText } from '../../core/text.ts'
import { ARCHIVE } from './claim.ts'

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

/** The state of a task or goal; empty where what is written is no text, which the schema reports. */
export function statusOf({ item }: { readonly item: Item }): string {
  return item.status ?? ''
}

/** True for the state of a goal that is over. */
export function isFinal(status: string): boolean {
  return status === 'achieved' || status === 'abandoned'
}

/** True for a task that is done, and for a goal that is over. */
export function isOver({ item }: { readonly item: Item }): boolean {
  return item.kind === 'task' ? statusOf({ item }) === 'done' : isFinal(statusOf({ item }))
}

/** How far a task is, from 0; null for what is no state of a task. */
export function taskRank(status: string): number | null {
  const rank = (TASK_STATUSES as readonly string[]).indexOf(status)
  return rank === -1 ? null : rank
}

/** An item that was in one state and is in another. */
type Step = {
  readonly before: ItemAt
  readonly after: ItemAt
  /** In a merge: another parent has the item in the state of after. */
  readonly shared: boolean
}

/** What a rule takes for the state of an item: equal texts are the same state. */
type StateOf = (at: ItemAt) => string

/**
 * The items of a kind whose state the change itself moves. In a merge a step that one side made, from the ancestor's
 * state, was judged when that side was committed; one that undoes a side's step is the merge's own.
 */
export function stepsOf(change: Change, kind: string, stateOf: StateOf): Step[] {
  if (isMerge(change)) return mergeSteps(change, kind, stateOf)
  return itemChanges(ofKind(change.before, kind), ofKind(change.after, kind)).flatMap((one) => {
    if (one.type !== 'same' && one.type !== 'edited') return []
    const { before, after } = one
    return stateOf(before) === stateOf(after) ? [] : [{ before, after, shared: false }]
  })
}

function ofKind({ documents }: Memory, kind: string): Memory['documents'] {
  return documents.filter((document) => document.kind === kind)
}

function mergeSteps(merge: Merge, kind: string, stateOf: StateOf): Step[] {
  const { versions } = mergeChanges(merge)
  const ancestors = ancestorStates(merge.merge.bases, kind, stateOf)
  return itemsIn(ofKind(merge.after, kind)).flatMap((after) => {
    const state = stateOf(after)
    const known = new Map((versions.get(after.item) ?? []).map((version) => [stateOf(version), version]))
    const shared = known.has(state)
    return [...known].flatMap(([from, before]) => {
      const isSideOwn = shared && ancestors.get(before.item.key)?.has(from)
      return from === state || isSideOwn ? [] : [{ before, after, shared }]
    })
  })
}

/** By key of an item, every state that a common ancestor has it in. */
function ancestorStates(
  bases: readonly MergeBase[],
  kind: string,
  stateOf: StateOf,
): ReadonlyMap<Item['key'], ReadonlySet<string>> {
  const states = new Map<string, Set<string>>()
  for (const { memory } of bases) {
    for (const at of itemsIn(ofKind(memory, kind))) {
      states.set(at.item.key, (states.get(at.item.key) ?? new Set()).add(stateOf(at)))
    }
  }
  return states
}

/** Decisions by id, and what they replace: nothing of it is stored, a decision stays as it was written. */
export type Supersession = {
  /** Of two decisions with one id, the first in order of paths. */
  readonly decisions: ReadonlyMap<string, ItemAt>
  /** Superseded id → the decisions that name it, oldest first: by day, then by path. */
  readonly successors: ReadonlyMap<string, readonly ItemAt[]>
}

/** Works out which decisions are superseded, and by which. */
export function supersession(memory: Memory): Supersession {
  const decisions = new Map<string, ItemAt>()
  const successors = new Map<string, ItemAt[]>()
  const all = itemsIn(ofKind(memory, 'decision'))
  for (const at of all)
    if (at.item.id !== undefined && !decisions.has(at.item.id)) decisions.set(at.item.id, at)
  for (const at of all.toSorted(byAge)) {
    for (const target of supersedesOf(at)) successors.set(target, [...(successors.get(target) ?? []), at])
  }
  return { decisions, successors }
}

/** The ids of what a decision says it replaces: several where it joins what two branches had decided. */
export function supersedesOf({ item }: ItemAt): readonly string[] {
  const { supersedes } = item.fields
  return textList(Array.isArray(supersedes) ? supersedes : [supersedes ?? null])
}

/** The decisions at the ends of the chains that start with one: those in force. None in a circle. */
export function headsOf(
  first: ItemAt,
  { successors }: Pick<Supersession, 'successors'>,
): ReadonlySet<ItemAt> {
  const heads = new Set<ItemAt>()
  const seen = new Set([first])
  for (const at of seen) {
    const next = successors.get(at.item.id ?? '') ?? []
    if (next.length === 0) heads.add(at)
    for (const successor of next) seen.add(successor)
  }
  return heads
}

function byAge(a: ItemAt, b: ItemAt): number {
  return compareText(createdOf(a), createdOf(b)) || compareText(a.document.path, b.document.path)
}

/** The day that an item says it was written; empty where it gives none. */
export function createdOf({ item }: ItemAt): string {
  return typeof item.fields.created === 'string' ? item.fields.created : ''
}

/** True for an item that lies in its category's archive. */
export function isArchived({ scope }: { readonly scope: string }): boolean {
  return scope === ARCHIVE
}
