import { type DataPath, isJsonObject, isSameJson, type Json, pointerOf, valueAt } from '../core/json.ts'
import type { Data, Range } from '../core/source.ts'
import { applyEdits, type Edit } from '../core/text.ts'

/** One change of the data in a text. What is absent on the way is made, and so is what is null. */
export type DataChange =
  /** Values that come last in a list. */
  | { readonly at: DataPath; readonly append: readonly Json[] }
  /** A value for a member or an item. A member that is absent comes last in its object. */
  | { readonly at: DataPath; readonly set: Json }
  /** A member or an item that is taken out; nothing where it is absent. */
  | { readonly at: DataPath; readonly remove: true }

/** The text after changes, or why it stays as it is. */
export type EditedText = { readonly text: string } | EditRefusal

/** A format can say on which line. */
export type EditRefusal = { readonly refused: string; readonly line?: number }

/** A text with the places of its values. */
export type TextView<D extends Data = Data> = { readonly text: string; readonly data: D }

/** What becomes of an object or a list: what comes last in it, and the numbers of those of its parts that go. */
export type HolderChange = {
  readonly path: DataPath
  readonly added: readonly Addition[]
  readonly gone: ReadonlySet<number>
}

/** A member, or an item, which has no key. */
export type Addition = { readonly key: string | null; readonly value: Json }

/** How a format is read and written. */
export type DataFormat<D extends Data = Data> = {
  /** The parsed text, or why it cannot be read. */
  readonly read: (text: string) => D | string
  /** Writes a value in the place of one that is there. */
  readonly replace: (view: TextView<D>, path: DataPath, value: Json) => readonly Edit[] | EditRefusal
  readonly change: (view: TextView<D>, holder: HolderChange) => readonly Edit[] | EditRefusal
}

/**
 * Changes data in place: every other byte of the text stays. Paths are those of the text before all changes. The result is read
 * again, and holds exactly what was asked for, else the text is refused.
 */
export function editData<D extends Data>(
  text: string,
  changes: readonly DataChange[],
  format: DataFormat<D>,
): { readonly text: string; readonly edits: readonly Edit[] } | EditRefusal {
  const data = format.read(text)
  if (typeof data === 'string') return { refused: data }
  const planned = planEdits({ text, data }, changes, format)
  if ('refused' in planned) return planned
  const { edits, wanted } = planned
  const edited = applyEdits(text, edits)
  const after = format.read(edited)
  if (typeof after === 'string') return { refused: after }
  return isSameJson(after.value, wanted) ? { text: edited, edits } : { refused: NOT_READ_BACK }
}

export const NOT_READ_BACK = 'The changed text does not read back as it was meant'

/** The splices for changes, which are not read back yet, and the data that is wanted. */
function planEdits<D extends Data>(
  view: TextView<D>,
  changes: readonly DataChange[],
  format: DataFormat<D>,
): { readonly edits: readonly Edit[]; readonly wanted: Json } | EditRefusal {
  const { value } = view.data
  let wanted = value
  for (const change of removalsLast(changes)) {
    const changed = changedValue(wanted ?? undefined, change)
    if (changed === undefined)
      return { refused: `/${change.at.join('/')} is in something that is no list or object` }
    wanted = changed
  }
  const { replaced, holders } = sorted(view.data, changes)
  const spliced = [
    ...replaced.map(({ at, set }) => format.replace(view, at, set)),
    ...holders.map((holder) => format.change(view, holder)),
  ]
  const refusal = spliced.find((splices) => 'refused' in splices)
  if (refusal) return refusal
  const edits = joined(spliced.flatMap((splices) => ('refused' in splices ? [] : splices)))
  return edits === null ? { refused: NOT_READ_BACK } : { edits, wanted }
}

/** Items are taken out from the end, when everything else is done: so every path is still right. */
function removalsLast(changes: readonly DataChange[]): readonly DataChange[] {
  const removals = changes.filter((change) => 'remove' in change)
  return [
    ...changes.filter((change) => !('remove' in change)),
    ...removals.sort((a, b) => indexOf(b) - indexOf(a)),
  ]
}

function indexOf({ at }: DataChange): number {
  const last = at.at(-1)
  return typeof last === 'number' ? last : -1
}

/** The data after a change; undefined where its path leads through something else than lists and objects. */
function changedValue(value: Json | undefined, { at, ...change }: DataChange): Json | undefined {
  const [key, ...rest] = at
  if (key === undefined) {
    if ('set' in change) return change.set
    const isList = value === undefined || Array.isArray(value)
    return 'append' in change && isList ? [...(value ?? []), ...change.append] : undefined
  }
  const isGoing = 'remove' in change && rest.length === 0
  if (typeof key === 'number') {
    if (!Array.isArray(value) || key < 0 || key >= value.length) return undefined
    if (isGoing) return value.filter((_, i) => i !== key)
    const inner = changedValue(value[key] ?? undefined, { at: rest, ...change })
    return inner === undefined ? undefined : value.map((item, i) => (i === key ? inner : item))
  }
  if (value !== undefined && !isJsonObject(value)) return undefined
  const copy: { [key: string]: Json } = Object.assign(Object.create(null), value)
  const present = copy[key] ?? undefined
  if ('remove' in change && (isGoing || present === undefined)) {
    if (isGoing) delete copy[key]
    return copy
  }
  const inner = changedValue(present, { at: rest, ...change })
  if (inner === undefined) return undefined
  copy[key] = inner
  return copy
}

type Replacement = { readonly at: DataPath; readonly set: Json }
type Holder = HolderChange & {
  readonly added: Addition[]
  readonly gone: Set<number>
  /** The number of each part by its pointer. */
  readonly parts: ReadonlyMap<string, number>
}

/** The values that are replaced, and the objects and lists that get or lose parts: the inner ones first. */
function sorted(
  data: Data,
  changes: readonly DataChange[],
): { readonly replaced: readonly Replacement[]; readonly holders: readonly Holder[] } {
  const byPointer = new Map<string, Holder>()
  const holderAt = (path: DataPath): Holder => {
    const known = byPointer.get(pointerOf(path))
    if (known) return known
    const parts = new Map(partsOf(data, path).map((part, i) => [pointerOf(part.path), i]))
    const holder: Holder = { path, added: [], gone: new Set(), parts }
    byPointer.set(pointerOf(path), holder)
    return holder
  }
  const made = new Map<string, Replacement>()
  const replaced: Replacement[] = []
  for (const change of changes) {
    const { at } = change
    const there = depthOf(data.value, at)
    if ('remove' in change) {
      const holder = holderAt(at.slice(0, -1))
      const index = holder.parts.get(pointerOf(at))
      if (index !== undefined) holder.gone.add(index)
    } else if (there === at.length) {
      // What is so already stays as it is written.
      if ('set' in change && !isSameJson(valueAt(data.value, at), change.set)) replaced.push(change)
      if ('append' in change) holderAt(at).added.push(...change.append.map((value) => ({ key: null, value })))
    } else {
      const path = at.slice(0, there + 1)
      const before = made.get(pointerOf(path))?.set
      const value = changedValue(before, { ...change, at: at.slice(there + 1) })
      made.set(pointerOf(path), { at: path, set: value ?? null })
    }
  }
  for (const { at, set } of made.values()) {
    if (data.nodes.has(pointerOf(at))) replaced.push({ at, set })
    else holderAt(at.slice(0, -1)).added.push({ key: String(at.at(-1)), value: set })
  }
  const holders = [...byPointer.values()].filter(({ added, gone }) => added.length + gone.size > 0)
  return { replaced, holders: holders.sort((a, b) => b.path.length - a.path.length) }
}

/** How many steps of a path lead to something, the data itself apart. */
function depthOf(value: Json, path: DataPath): number {
  const first = path.findIndex((_, i) => (valueAt(value, path.slice(0, i + 1)) ?? null) === null)
  return first < 0 ? path.length : first
}

/** In order of their places, insertions at one place as one; null where two are about the same text. */
function joined(edits: readonly Edit[]): readonly Edit[] | null {
  const result: Edit[] = []
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1)
    if (last && edit.start < last.end) return null
    const isSamePlace = last?.start === edit.start && last.end === edit.end
    if (isSamePlace) result.pop()
    result.push(isSamePlace ? { ...edit, text: last.text + edit.text } : edit)
  }
  return result
}

/** A member from its key on, or an item; a member whose value is not written ends with its key. */
export type Part = Range & { readonly path: DataPath; readonly key: Range | null; readonly value: Range }

/** The parts of an object or a list, in the order of the text. */
export function partsOf({ nodes, value }: Data, path: DataPath): readonly Part[] {
  const holder = valueAt(value, path)
  if (typeof holder !== 'object' || holder === null) return []
  const above = pointerOf(path)
  return Object.keys(holder)
    .flatMap((step): Part[] => {
      const node = nodes.get(`${above}${pointerOf([step])}`)
      if (!node) return []
      const { key, value: range } = node
      const start = key?.start ?? range.start
      return [{ path: [...path, step], key, value: range, start, end: Math.max(range.end, key?.end ?? 0) }]
    })
    .sort((a, b) => a.start - b.start)
}

/** What goes with a part: the comma before it, where something before it stays; else the one behind it. */
export function removedRange(parts: readonly Range[], gone: ReadonlySet<number>, index: number): Range {
  const [before, part, after] = [parts[index - 1], parts[index], parts[index + 1]]
  const isFirst = parts.slice(0, index).every((_, i) => gone.has(i))
  if (!isFirst && before && part) return { start: before.end, end: part.end }
  return { start: part?.start ?? 0, end: after?.start ?? part?.end ?? 0 }
}
