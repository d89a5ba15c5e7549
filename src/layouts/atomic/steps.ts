import type { Item } from '../../core/item.ts'
import { type ItemAt, itemChanges } from '../../core/item-changes.ts'
import type { Change, Memory, MergeBase } from '../../core/memory.ts'
import { isMerge, type Merge, mergeChanges } from '../../core/merge-changes.ts'

/** An item that was in one state and is in another. */
export type Step = {
  readonly before: ItemAt
  readonly after: ItemAt
  /** In a merge: another parent has the item in the state of after. */
  readonly shared: boolean
}

/** What a rule takes for the state of an item: equal texts are the same state. */
export type StateOf = (at: ItemAt) => string

/**
 * The items of a kind whose state the change itself moves. In a merge a step that one side made, from where the ancestor
 * stood, was judged when that side was committed; one that undoes a side's step is the merge's own.
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
  return itemsIn(merge.after, kind).flatMap((after) => {
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
    for (const at of itemsIn(memory, kind)) {
      states.set(at.item.key, (states.get(at.item.key) ?? new Set()).add(stateOf(at)))
    }
  }
  return states
}

function itemsIn(memory: Memory, kind: string): ItemAt[] {
  return ofKind(memory, kind).flatMap((document) => document.items.map((item) => ({ item, document })))
}
