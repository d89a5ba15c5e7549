import { type DataPath, isJsonObject, isSameJson, type Json, type JsonObject } from '../../core/json.ts'
import type { DataJoin, Sides } from '../../core/merge-sides.ts'
import type { DataChange } from '../edit-data.ts'

/** What changes in our text: what is taken, and how each version differs from that where both sides edited one thing. */
export type DataMerge = {
  readonly taken: readonly DataChange[]
  readonly base: readonly DataChange[]
  readonly theirs: readonly DataChange[]
}

type Found = { readonly [part in keyof DataMerge]: DataChange[] }
type Values = Sides<Json | undefined>

/** Joins two changes of one object: what one side alone changed is taken. */
export function mergeData(sides: Sides<JsonObject>, join: DataJoin): DataMerge {
  const found: Found = { taken: [], base: [], theirs: [] }
  joinAt([], { ...sides, theirs: join.theirs }, { join, found })
  return found
}

type Work = { readonly join: DataJoin; readonly found: Found }

/** Joins what is at a place in ours. */
function joinAt(at: DataPath, values: Values, work: Work): void {
  const { base, ours, theirs } = values
  if (isSame(theirs, base) || isSame(ours, theirs)) return
  const chosen = isSame(ours, base) ? null : work.join.choose(at, values)
  if (chosen === 'conflict') disagree(at, values, work)
  // What differs from ours is changed, and no more.
  else if (chosen) joinAt(at, { base: ours, ours, theirs: chosen.value }, work)
  else joinParts(at, values, work)
}

function joinParts(at: DataPath, values: Values, work: Work): void {
  const { base, ours, theirs } = values
  if (isJsonObject(ours) && isJsonObject(theirs)) {
    const before = isJsonObject(base) ? base : {}
    for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
      joinAt([...at, key], { base: before[key], ours: ours[key], theirs: theirs[key] }, work)
    }
  } else if (Array.isArray(ours) && Array.isArray(theirs)) {
    joinLists(at, { base: Array.isArray(base) ? base : [], ours, theirs }, work)
  } else if (isSame(ours, base)) work.found.taken.push(changeTo(at, theirs))
  else disagree(at, values, work)
}

function disagree(at: DataPath, { base, theirs }: Values, { found }: Work): void {
  found.base.push(changeTo(at, base))
  found.theirs.push(changeTo(at, theirs))
}

function changeTo(at: DataPath, value: Json | undefined): DataChange {
  return value === undefined ? { at, remove: true } : { at, set: value }
}

/** Items keep the order of ours; what theirs adds follows. */
function joinLists(at: DataPath, lists: Sides<readonly Json[]>, work: Work): void {
  const keyed = (list: readonly Json[]) => keyedItems(at, list, work.join)
  const [base, ours, theirs] = [keyed(lists.base), keyed(lists.ours), keyed(lists.theirs)]
  for (const [key, { index, item }] of ours) {
    joinAt([...at, index], { base: base.get(key)?.item, ours: item, theirs: theirs.get(key)?.item }, work)
  }
  for (const [key, { item }] of theirs) {
    if (ours.has(key)) continue
    const before = base.get(key)?.item
    if (before === undefined) work.found.taken.push({ at, append: [item] })
    else if (!isSame(before, item)) {
      work.found.base.push({ at, append: [before] })
      work.found.theirs.push({ at, append: [item] })
    }
  }
}

type Keyed = ReadonlyMap<string, { readonly index: number; readonly item: Json }>

/** Of several items with one key the first ones belong together, and so on. */
function keyedItems(at: DataPath, list: readonly Json[], { keyOf }: DataJoin): Keyed {
  const counts = new Map<string, number>()
  return new Map(
    list.map((item, index) => {
      const key = keyOf(at, item) ?? JSON.stringify(item)
      const count = counts.get(key) ?? 0
      counts.set(key, count + 1)
      return [`${count} ${key}`, { index, item }]
    }),
  )
}

/** What is absent is the same only as what is absent. */
function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : isSameJson(a, b)
}
