import { type ItemAt, removalName, removedKind, tombstonesIn } from './changes/item-changes.ts'
import type { Item, Memory } from './document.ts'
import { compareText } from './text.ts'

/** A unit in which a vendor counts what a model loads. Characters are UTF-16 code units. */
export type LoadUnit = 'bytes' | 'characters' | 'lines'

/**
 * `enforced`: the vendor cuts there. `withdrawn`: it did once, and its documents do not say so any more. `advice`: nothing is
 * cut.
 */
export type LoadStanding = 'enforced' | 'withdrawn' | 'advice'

/** A file that an agent loads. */
export type LoadedFile = {
  /** Untrusted. */
  readonly path: string
  /** The whole of it, in the unit of the loading; null for a file that is no memory, which is not read. */
  readonly size: number | null
  /** Estimated tokens of what is loaded of it; 0 where it is not read. */
  readonly tokens: number
  /** What the agent does not see of it, in words for people; null where it sees all. Untrusted. */
  readonly lost: string | null
}

/** What an agent loads by itself, in which order, and how much of it there is room for. */
export type Loading = {
  /** The agent, for people: `Claude Code`. */
  readonly agent: string
  /** What is loaded, for people: `MEMORY.md at the start of a session`. It may name folders, and is untrusted. */
  readonly name: string
  /**
   * Whose every session loads it, for people: `Claude Code`, `OpenClaw in bots/a`; null for what is loaded only where an agent is
   * started in a folder. Untrusted.
   */
  readonly session: string | null
  /** In the order in which they load. */
  readonly files: readonly LoadedFile[]
  readonly unit: LoadUnit
  /** Units of all files together whose size is known, before anything is cut. */
  readonly total: number
  /** Units that there is room for; null where there is no limit, and then the rest is null as well. */
  readonly most: number | null
  readonly standing: LoadStanding | null
  /** Where the limit is from, for people. */
  readonly source: string | null
  /** When it was last looked up: `YYYY-MM`. */
  readonly asOf: string | null
}

/** The tokens that every session of each agent begins with, estimated: by agent, of all layouts together, in order of names. */
export function tokensAtStart(
  overviews: readonly { readonly loads?: readonly Loading[] }[],
): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { session, files } of overviews.flatMap(({ loads = [] }) => loads)) {
    if (session === null) continue
    const tokens = files.reduce((sum, one) => sum + one.tokens, 0)
    sums.set(session, (sums.get(session) ?? 0) + tokens)
  }
  return new Map([...sums].sort(([a], [b]) => compareText(a, b)))
}

/** True where an agent does not see all of what it loads. */
function isCut({ files }: Loading): boolean {
  return files.some(({ lost }) => lost !== null)
}

/** Those that are cut come first; else they stay in their order. */
export function cutFirst(loads: readonly Loading[]): Loading[] {
  return loads.toSorted((a, b) => Number(isCut(b)) - Number(isCut(a)))
}

const STANDINGS: ReadonlyMap<string, string> = new Map([
  ['enforced', 'cut there'],
  ['withdrawn', 'cut there once'],
  ['advice', 'advice'],
])

/** What a limit does, in two or three words for people; empty where there is none. */
export function describeStanding(standing: LoadStanding | null): string {
  return STANDINGS.get(standing ?? '') ?? ''
}

/** Something that loads into every conversation, or all of it together, and its limit. */
export type BudgetUse = {
  /** What it is, for people: a path, or `hot memory` for the whole. */
  readonly name: string
  readonly lines: number
  /** Estimated. */
  readonly tokens: number
  /** Null where there is no limit of that sort. */
  readonly mostLines: number | null
  readonly mostTokens: number | null
}

/** So many of something: of a tag, a category, a status. */
export type Tally = { readonly name: string; readonly count: number }

/** A tag that probably means the same as a commoner one, over all layouts together. Both are untrusted. */
export type NearTag = {
  readonly tag: string
  readonly count: number
  readonly like: string
  readonly likeCount: number
  /** What renames it, as a line for a POSIX shell. */
  readonly command: string
}

/** A log that grows, item by item, and that `memkeep archive` shortens. */
export type LogSize = {
  readonly path: string
  /** The part of the memory that it belongs to, such as a workspace; empty for none. */
  readonly part: string
  readonly items: number
  /** Its growth threshold. */
  readonly most: number
  /** Items by the month that they are dated, `YYYY-MM`, in order; those without a date are left out. */
  readonly months: readonly Tally[]
}

/** A plan and how far it has come. */
export type PlanState = {
  readonly path: string
  readonly part: string
  readonly name: string
  /** As written; empty when it has none. */
  readonly status: string
  /** `YYYY-MM-DD`; null where it does not say. */
  readonly created: string | null
}

/** What a layout reports about its memory: plain data, every text of it untrusted. */
export type LayoutOverview = {
  readonly budgets: readonly BudgetUse[]
  /** What agents load of it by themselves, as their vendors say; none when absent. */
  readonly loads?: readonly Loading[]
  readonly logs: readonly LogSize[]
  readonly plans: readonly PlanState[]
  /** The commonest first. */
  readonly tags: readonly Tally[]
  readonly categories: readonly Tally[]
}

/** A part of the memory, such as a workspace: what it holds and what was found in it. */
export type PartOverview = {
  /** Empty for a layout that has one part, and for what belongs to none. */
  readonly name: string
  readonly documents: number
  readonly items: number
  readonly errors: number
  readonly warnings: number
  readonly infos: number
}

/** An item at its place, or at its last place if it is gone. Every text is untrusted. */
export type PlacedItem = {
  readonly path: string
  readonly line: number
  /** In words for people: `decision`. */
  readonly kind: string
  readonly title: string
}

/** An item as reports show it. */
export function placedItem({ item, document }: ItemAt): PlacedItem {
  return { path: document.path, line: item.place.line, kind: item.kind, title: item.title }
}

/** Orders items by path and line. */
export function byPlace(a: PlacedItem, b: PlacedItem): number {
  return compareText(a.path, b.path) || a.line - b.line
}

/** An item that is meant to be true now, and when it was written: a day, or an instant with its zone, as written. */
export type DatedItem = PlacedItem & { readonly date: string }

/** What the items of a layout say of themselves. */
export type ItemsOverview = {
  readonly kinds: readonly Tally[]
  readonly statuses: readonly Tally[]
  /** The date of the oldest item, and of the newest; null where none has a date. */
  readonly first: string | null
  readonly last: string | null
  /** How many are meant to be true now, and how many of these have no date. */
  readonly living: number
  readonly undated: number
  /** Of those that are meant to be true now, the ten that are oldest; of the same date by path and line. */
  readonly oldest: readonly DatedItem[]
}

/** One layout's memory as a whole. */
export type MemoryOverview = LayoutOverview & {
  readonly layout: string
  /** In code point order of names. */
  readonly parts: readonly PartOverview[]
  readonly items: ItemsOverview
  /** What was removed with a reason, as the tombstones say. */
  readonly removed: readonly RemovedItem[]
}

/** How often each name occurs: the commonest first, those that are equally common in code point order. */
export function tallies(names: Iterable<string>): Tally[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || compareText(a.name, b.name))
}

/** Items by the month that they are dated, in order; those without a date are left out. */
export function monthsOf(items: readonly Item[]): Tally[] {
  const months = items.flatMap(({ date }) => (date === undefined ? [] : [date.slice(0, 'YYYY-MM'.length)]))
  return tallies(months).sort((a, b) => compareText(a.name, b.name))
}

/** An item that was removed with a reason: what its tombstone says, and where that is. */
export type RemovedItem = PlacedItem & {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly reason: string
}

/** What the tombstones of a memory say, in order of places. */
export function removedItems(memory: Memory): RemovedItem[] {
  return tombstonesIn(memory)
    .map((at) => ({
      ...placedItem(at),
      kind: removedKind(at.item) ?? at.item.kind,
      date: at.item.date ?? '',
      reason: textOf(at.item.fields.reason),
    }))
    .sort(byPlace)
}

/** Those that a change removed: whose tombstone is new, and which were there. */
export function newlyRemoved(before: Memory, after: Memory): RemovedItem[] {
  const known = new Set(tombstonesIn(before).map(({ item }) => removalName(item)))
  const were = new Set(before.documents.flatMap(({ items }) => items.map(removalName)))
  const documents = after.documents.map((document) => ({
    ...document,
    tombstones: (document.tombstones ?? []).filter(
      (item) => !known.has(removalName(item)) && were.has(removalName(item)),
    ),
  }))
  return removedItems({ ...after, documents })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The items of a memory that are kept and count no more, by why; an item may be both. */
export type SetAside = {
  /** Another item took their place, as the memory itself says. */
  readonly superseded: ReadonlySet<Item>
  /** What took the place of an item, by id, or by path where it has none; absent where the memory does not say. */
  readonly successors?: ReadonlyMap<Item, readonly string[]>
  /** They lie in an archive, or are marked as archived. */
  readonly archived: ReadonlySet<Item>
}
