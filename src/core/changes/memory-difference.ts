import { type Item, type Memory, sameDocuments, unreadPaths } from '../document.ts'
import {
  type BudgetUse,
  byPlace,
  newlyRemoved,
  type PlacedItem,
  placedItem,
  type RemovedItem,
  type SetAside,
  type Tally,
} from '../memory-overview.ts'
import { compareText } from '../text.ts'
import {
  changedItems,
  type ItemAt,
  isBackIn,
  isExpired,
  isRemovedBetween,
  knownChanges,
  removedKind,
} from './item-changes.ts'

/** What became of the items that both sides have. */
type Fates = {
  /** With the names of the fields that differ; `body` and `title` count as fields, `file` where it is elsewhere. */
  readonly changed: readonly (PlacedItem & { readonly fields: readonly string[] })[]
  /** Items that now say that another one took their place. */
  readonly superseded: readonly PlacedItem[]
  /** Items that were archived as they were; `from` is where they were, which may be the same file. */
  readonly archived: readonly (PlacedItem & { readonly from: string })[]
}

/** What became of a memory between two snapshots, in people's words: plain data, every text of it untrusted. */
export type MemoryDifference = Fates & {
  readonly layout: string
  readonly added: readonly PlacedItem[]
  /** Items whose tombstone is new. */
  readonly removed: readonly RemovedItem[]
  /** Items that are nowhere any more and have no tombstone, but for those that went with a file whose time was over. */
  readonly lost: readonly PlacedItem[]
  /** Tags that nothing had before, and that nothing has any more. */
  readonly tags: { readonly new: readonly string[]; readonly gone: readonly string[] }
  /** What loads into every conversation, before and after. */
  readonly budgets: { readonly before: readonly BudgetUse[]; readonly after: readonly BudgetUse[] }
}

/** A memory and its layout's overview. */
export type MemoryState = {
  readonly memory: Memory
  readonly setAside: SetAside
  readonly overview: { readonly tags: readonly Tally[]; readonly budgets: readonly BudgetUse[] }
}

/** One item on both sides, and the fields in which it differs. */
type Pair = { readonly before: ItemAt; readonly after: ItemAt; readonly fields: readonly string[] }

/** Fields that say where an item lies and not what it says: these differ in one that is archived as it was. */
const PLACE_FIELDS: readonly string[] = ['file', 'archived']

/**
 * What became of a layout's memory, item by item: paired as the rules for losses and history pair them, each item in at
 * most one list (what a tombstone replaces is in `removed`), every list in order of places. Items of a file that cannot be read on the other side are in none, because
 * they are not known to be new or lost; nor are those that went with a file whose time was over.
 */
export function compareMemories(before: MemoryState, after: MemoryState): MemoryDifference {
  const changes = changedItems(before.memory.documents, after.memory.documents)
  const unread = { before: unreadPaths(before.memory), after: unreadPaths(after.memory) }
  const pairs = changes.flatMap((one) =>
    one.type === 'same' || one.type === 'edited' ? [pairOf(one.before, one.after)] : [],
  )
  const added = changes.flatMap((one) =>
    one.type === 'added' &&
    !unread.before.has(one.after.document.path) &&
    removedKind(one.after.item) === null
      ? [one.after]
      : [],
  )
  const isRemoved = isRemovedBetween(before.memory, after.memory)
  const isBack = isBackIn(after.memory)
  const isLost = (at: ItemAt): boolean =>
    !unread.after.has(at.document.path) && !isExpired(at, after.memory) && !isRemoved(at) && !isBack(at)
  const lost = changes.flatMap((one) => (one.type === 'removed' && isLost(one.before) ? [one.before] : []))
  return {
    layout: after.memory.layout,
    added: inOrder(added.map(placedItem)),
    ...fatesOf(pairs, before, after),
    removed: newlyRemoved(before.memory, after.memory),
    lost: inOrder(lost.map(placedItem)),
    tags: { new: missingIn(before, after), gone: missingIn(after, before) },
    budgets: { before: before.overview.budgets, after: after.overview.budgets },
  }
}

function pairOf(before: ItemAt, after: ItemAt): Pair {
  const moved = before.document.path === after.document.path ? [] : ['file']
  const fields = new Set([...knownChanges(before.item, after.item), ...moved])
  return { before, after, fields: [...fields].sort() }
}

function fatesOf(pairs: readonly Pair[], before: MemoryState, after: MemoryState): Fates {
  const fated = pairs.map((pair) => ({ ...pair, fate: fateOf(pair, before.setAside, after.setAside) }))
  const changed = fated.filter(({ fate }) => fate === 'changed')
  const archived = fated.filter(({ fate }) => fate === 'archived')
  const superseded = fated.filter(({ fate }) => fate === 'superseded').map((pair) => pair.after)
  return {
    changed: inOrder(changed.map((pair) => ({ ...placedItem(pair.after), fields: pair.fields }))),
    superseded: inOrder([...superseded, ...newlySuperseded(before, after)].map(placedItem)),
    archived: inOrder(
      archived.map((pair) => ({ ...placedItem(pair.after), from: pair.before.document.path })),
    ),
  }
}

function fateOf(
  { before, after, fields }: Pair,
  then: SetAside,
  now: SetAside,
): 'superseded' | 'archived' | 'changed' | 'same' {
  if (now.superseded.has(after.item) && !then.superseded.has(before.item)) return 'superseded'
  const isArchived = now.archived.has(after.item) && !then.archived.has(before.item)
  if (isArchived && fields.every((field) => PLACE_FIELDS.includes(field))) return 'archived'
  return fields.length > 0 ? 'changed' : 'same'
}

/** Items of files that are the same on both sides, where another file says that their place was taken. */
function newlySuperseded(before: MemoryState, after: MemoryState): ItemAt[] {
  if (after.setAside.superseded.size === 0) return []
  const same = sameDocuments(before.memory.documents, after.memory.documents)
  const old = new Map(before.memory.documents.map((document) => [document.path, document.items]))
  return after.memory.documents
    .filter(({ path }) => same.has(path))
    .flatMap((document) =>
      document.items.flatMap((item, i) => {
        const was: Item | undefined = old.get(document.path)?.[i]
        const isNew = was !== undefined && !before.setAside.superseded.has(was)
        return isNew && after.setAside.superseded.has(item) ? [{ item, document }] : []
      }),
    )
}

function inOrder<T extends PlacedItem>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => byPlace(a, b) || compareText(a.title, b.title))
}

/** Tags of `there` that `here` does not have. */
function missingIn(here: MemoryState, there: MemoryState): string[] {
  const known = new Set(here.overview.tags.map(({ name }) => name))
  return there.overview.tags
    .map(({ name }) => name)
    .filter((name) => !known.has(name))
    .sort(compareText)
}
