import { isCalendarDate } from '../../../core/date.ts'
import type { Document } from '../../../core/document.ts'
import { compareText } from '../../../core/edit.ts'
import type { Item } from '../../../core/item.ts'
import { categoryOf, dateOf, LOG_KINDS, tagsOf } from '../entry-logs.ts'
import {
  type IndexComment,
  type IndexFacts,
  type IndexRow,
  type KeptKey,
  pointerStep,
} from './index-facts.ts'

/** A row as a rebuild writes it. */
export type BuiltRow = {
  readonly name: string
  readonly usedIn: readonly string[]
  readonly count: number
  readonly kept: readonly KeptKey[]
}

/** A memory index as data, everything in the order in which it is written. */
export type MemoryIndex = {
  readonly workspace: string
  /** The newest entry's date; null when no entry has one. */
  readonly lastUpdated: string | null
  readonly tags: readonly BuiltRow[]
  readonly categories: readonly BuiltRow[]
  readonly totals: { readonly decisions: number; readonly lessons: number }
  readonly domains: readonly string[]
  readonly kept: IndexFacts['kept']
  readonly comments: readonly IndexComment[]
}

/** How often a name is used, by kind of log. */
type Uses = Map<string, { [kind: string]: number }>

/**
 * Counts a workspace's entries, and takes over what people wrote in the present index. A pure function: the order
 * of the documents, the day and the machine make no difference.
 */
export function buildMemoryIndex(
  workspace: string,
  logs: readonly Document[],
  present: IndexFacts | null,
): MemoryIndex {
  const entries = logs.flatMap(({ items, kind }) => items.map((item) => ({ item, kind })))
  const total = (kind: string): number => entries.filter((entry) => entry.kind === kind).length
  const dates = entries.map(({ item }) => dateOf(item)).filter(isCalendarDate)
  const tags = mergedRows(present?.tags ?? [], 'tags')
  const categories = mergedRows(present?.categories ?? [], 'categories')
  return {
    workspace,
    lastUpdated: dates.sort().at(-1) ?? null,
    tags: builtRows(usesOf(entries, tagsOf), tags.kept),
    categories: builtRows(
      usesOf(entries, (item) => [categoryOf(item)].filter((one) => one !== null)),
      categories.kept,
    ),
    totals: { decisions: total('decisions'), lessons: total('lessons') },
    domains: domainsOf(logs),
    kept: present?.kept ?? { root: [], summary: [] },
    comments: [...(present?.comments ?? []), ...tags.comments, ...categories.comments],
  }
}

function usesOf(
  entries: readonly { readonly item: Item; readonly kind: string }[],
  namesOf: (item: Item) => readonly string[],
): Uses {
  const uses: Uses = new Map()
  for (const { item, kind } of entries) {
    for (const name of namesOf(item)) {
      const byKind = uses.get(name) ?? {}
      byKind[kind] = (byKind[kind] ?? 0) + 1
      uses.set(name, byKind)
    }
  }
  return uses
}

/** Every name in use, and every row that holds a person's words. */
function builtRows(uses: Uses, kept: ReadonlyMap<string, readonly KeptKey[]>): BuiltRow[] {
  const names = [...uses.keys(), ...[...kept].flatMap(([name, keys]) => (keys.length > 0 ? [name] : []))]
  return [...new Set(names)].sort(compareText).map((name) => {
    const byKind = uses.get(name) ?? {}
    const usedIn = LOG_KINDS.filter((kind) => byKind[kind] !== undefined)
    const count = usedIn.reduce((sum, kind) => sum + (byKind[kind] ?? 0), 0)
    return { name, usedIn, count, kept: kept.get(name) ?? [] }
  })
}

/** Rows of one name become one, as after a merge by union: what the second says otherwise goes into a comment. */
function mergedRows(
  rows: readonly IndexRow[],
  section: string,
): { kept: ReadonlyMap<string, readonly KeptKey[]>; comments: readonly IndexComment[] } {
  const merged = new Map<string, Map<string, string>>()
  const comments: IndexComment[] = []
  for (const { name, kept } of rows) {
    const first = merged.get(name) ?? new Map<string, string>()
    merged.set(name, first)
    for (const { key, yaml } of kept) {
      const other = first.get(key)
      if (other === undefined) first.set(key, yaml)
      else if (other !== yaml) comments.push(secondValue(`/${section}/${pointerStep(name)}`, { key, yaml }))
    }
  }
  const kept = [...merged].map(([name, keys]) => [name, keysOf(keys)] as const)
  return { kept: new Map(kept), comments }
}

function keysOf(values: ReadonlyMap<string, string>): KeptKey[] {
  return [...values].map(([key, yaml]) => ({ key, yaml }))
}

function secondValue(anchor: string, { key, yaml }: KeptKey): IndexComment {
  return { anchor, trailing: false, text: `# ${key}: ${yaml}` }
}

function domainsOf(logs: readonly Document[]): string[] {
  const domains = logs.map(({ scope }) => scope.split('/')[1]).filter((one) => one !== undefined)
  return [...new Set(domains)].sort(compareText)
}
