import type { Document } from '../../../core/document.ts'
import type { Json } from '../../../core/json.ts'
import type { DerivedTexts, Sides } from '../../../core/merge-sides.ts'
import { compareText } from '../../../core/text.ts'
import { chooseSide, mergeSequences } from '../../../formats/merge/merge-lines.ts'
import { LOG_KINDS, workspaceOf } from '../entries.ts'
import { type BuiltRow, type MemoryIndex, renderMemoryIndex } from './build-memory-index.ts'
import {
  type IndexComment,
  type IndexFacts,
  type IndexRow,
  indexFactsOf,
  type KeptKey,
  type ROW_SECTIONS,
} from './index-facts.ts'

type Facts = Sides<IndexFacts>

/** Whose words are taken where both sides changed them. */
type Side = keyof Facts

/**
 * Joins the sides of a memory index: counts and totals as what both sides added and took away, people's words three-way.
 * Null when a side cannot be read.
 */
export function mergeMemoryIndex({ base, ours, theirs }: Sides<Document>): DerivedTexts | null {
  const [b, o, t] = [indexFactsOf(base), indexFactsOf(ours), indexFactsOf(theirs)]
  if (!b || !o || !t) return null
  const facts = { base: b, ours: o, theirs: t }
  const text = (side: Side): string => renderMemoryIndex(joined(workspaceOf(ours), facts, side))
  return { base: text('base'), ours: text('ours'), theirs: text('theirs') }
}

function joined(workspace: string, facts: Facts, side: Side): MemoryIndex {
  const total = (name: string): number => sum(each(facts, (one) => numberOf(one.values[`/summary/${name}`])))
  return {
    workspace,
    lastUpdated: newest(each(facts, (one) => wordOf(one.values['/last_updated']))),
    tags: rows(facts, 'tags', side),
    categories: rows(facts, 'categories', side),
    totals: { decisions: total('total_decisions'), lessons: total('total_lessons') },
    domains: joinedSet(each(facts, (one) => namesOf(one.values['/summary/domains_with_memory']))).sort(
      compareText,
    ),
    kept: {
      root: keptKeys(
        each(facts, ({ kept }) => kept.root),
        side,
      ),
      summary: keptKeys(
        each(facts, ({ kept }) => kept.summary),
        side,
      ),
    },
    comments: comments(facts),
  }
}

function each<T, R>({ base, ours, theirs }: Sides<T>, read: (one: T) => R): Sides<R> {
  return { base: read(base), ours: read(ours), theirs: read(theirs) }
}

/** Every row that is counted, or that holds a person's words. */
function rows(facts: Facts, section: (typeof ROW_SECTIONS)[number], side: Side): BuiltRow[] {
  const byName = each(facts, (one) => new Map(one[section].map((row) => [row.name, row])))
  const names = new Set([...byName.ours.keys(), ...byName.theirs.keys()])
  return [...names].sort(compareText).flatMap((name) => {
    const row = rowOf(
      name,
      each(byName, (one) => one.get(name)),
      side,
    )
    return row.count > 0 || row.kept.length > 0 ? [row] : []
  })
}

function rowOf(name: string, versions: Sides<IndexRow | undefined>, side: Side): BuiltRow {
  const count = sum(each(versions, (row) => numberOf(row?.count)))
  const uses = each(versions, (row) => namesOf(row?.usedIn))
  const used = new Set(joinedSet(uses))
  const usedIn = LOG_KINDS.filter((kind) => used.has(kind))
  const either = LOG_KINDS.filter((kind) => uses.ours.includes(kind) || uses.theirs.includes(kind))
  return {
    name,
    usedIn: count === 0 ? [] : usedIn.length > 0 ? usedIn : either,
    count,
    kept: keptKeys(
      each(versions, (row) => row?.kept ?? []),
      side,
    ),
  }
}

/** What both sides added to the base and took from it. */
function sum({ base, ours, theirs }: Sides<number>): number {
  return Math.max(0, ours + theirs - base)
}

function newest(dates: Sides<string | null>): string | null {
  const taken = chooseSide(dates)
  if (taken) return taken.taken
  return (
    [dates.ours, dates.theirs]
      .filter((date) => date !== null)
      .sort()
      .at(-1) ?? null
  )
}

/** What both sides have, and what one of them added. */
function joinedSet({ base, ours, theirs }: Sides<readonly string[]>): string[] {
  return [...new Set([...ours, ...theirs])].filter(
    (name) => (ours.includes(name) && theirs.includes(name)) || !base.includes(name),
  )
}

/** Keys that a person wrote: where both sides changed one differently, that of the side asked for. */
function keptKeys(versions: Sides<readonly KeptKey[]>, side: Side): KeptKey[] {
  const values = each(versions, (kept) => new Map(kept.map(({ key, yaml }) => [key, yaml])))
  const keys = new Set([...values.ours.keys(), ...values.theirs.keys(), ...values.base.keys()])
  return [...keys].flatMap((key) => {
    const sides = each(values, (one) => one.get(key))
    const taken = chooseSide(sides)
    const yaml = taken ? taken.taken : sides[side]
    return yaml === undefined ? [] : [{ key, yaml }]
  })
}

/** Comments, merged key by key; where both sides wrote other ones at one key, both stay. */
function comments(facts: Facts): IndexComment[] {
  const byPlace = each(facts, (one) => grouped(one.comments))
  const places = new Set([...byPlace.ours.keys(), ...byPlace.theirs.keys()])
  return [...places].flatMap((place) =>
    mergeSequences(
      each(byPlace, (one) => one.get(place) ?? []),
      ({ text }) => text,
    ).flatMap((one) => ('taken' in one ? one.taken : [...one.ours, ...one.theirs])),
  )
}

function grouped(comments: readonly IndexComment[]): ReadonlyMap<string, readonly IndexComment[]> {
  const groups = new Map<string, IndexComment[]>()
  for (const comment of comments) {
    const place = `${comment.trailing} ${comment.anchor}`
    const list = groups.get(place)
    if (list) list.push(comment)
    else groups.set(place, [comment])
  }
  return groups
}

type Value = IndexFacts['values'][string] | undefined

function jsonOf(value: Value): Json {
  return value ? (JSON.parse(value.json) as Json) : null
}

function numberOf(value: Value): number {
  const number = jsonOf(value)
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : 0
}

function wordOf(value: Value): string | null {
  const word = jsonOf(value)
  return typeof word === 'string' ? word : null
}

function namesOf(value: Value): string[] {
  const names = jsonOf(value)
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}
