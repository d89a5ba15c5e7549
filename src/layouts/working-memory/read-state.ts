import { isCalendarDate } from '../../core/date.ts'
import type { Item, StatedDate } from '../../core/document.ts'
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts'
import type { Data, Reading, Source } from '../../core/source.ts'
import { type Place, placeOf } from '../../core/text.ts'
import { digest, sketch } from '../../formats/hash.ts'

/** What can change in an entry, for settings to name. */
export const ENTRY_FIELDS: readonly string[] = ['title', 'body', 'reason', 'added', 'id', 'archived']

/** The entries of a state. Progress is no item: every update writes it anew. */
export function readState(source: Source): Reading {
  const entries = stateEntries(source)
  return { items: entries.map(itemOf), dates: entries.flatMap((entry) => datesOf(entry, source)) }
}

/** A state has sections; other YAML of that name does not. */
export function hasSection({ data }: Source): boolean {
  const { value } = data ?? {}
  return isJsonObject(value) && SECTIONS.some((section) => Object.hasOwn(value, section))
}

const SECTIONS: readonly string[] = ['current_progress', 'key_learnings', 'verbatim_context']

/** An entry is known by when it was added and by what it holds: two branches may give one number to two entries. */
function itemOf({ list, fields, place }: StateEntry): Item {
  const added = textOf(fields, 'added') ?? ''
  const held = textOf(fields, list.holds) ?? ''
  // White space at the end belongs to a snippet, which JSON shows.
  const body = digest(JSON.stringify(held))
  return {
    kind: list.kind,
    key: `${added} ${body}`,
    title: textOf(fields, list.titled) ?? '',
    place,
    digest: body,
    sketch: sketch(held),
    fields: {
      id: textOf(fields, 'id') ?? null,
      reason: textOf(fields, 'reason') ?? null,
      added,
      archived: markOf(fields.archived),
    },
  }
}

/** The time and reason of archiving, whatever the order of keys; keys that are not known do not count. */
function markOf(archived: Json | undefined): Json {
  if (!isJsonObject(archived)) return archived ?? null
  return [archived.at ?? null, archived.reason ?? null]
}

function datesOf({ fields, pointer }: StateEntry, { data, starts }: Source): StatedDate[] {
  const { archived } = fields
  const times = [
    { field: 'added', what: 'time of adding', time: fields.added },
    {
      field: 'archived/at',
      what: 'time of archiving',
      time: isJsonObject(archived) ? archived.at : undefined,
    },
  ]
  return times.flatMap(({ field, what, time }) => {
    const date = typeof time === 'string' ? time.slice(0, 'YYYY-MM-DD'.length) : ''
    return data && isCalendarDate(date)
      ? [{ date, what, place: placeIn(data, pointer, { starts, field }) }]
      : []
  })
}

/** The two lists of entries of a state. */
export const ENTRY_LISTS = [
  { key: 'key_learnings', prefix: 'KL', kind: 'learning', titled: 'insight', holds: 'insight' },
  { key: 'verbatim_context', prefix: 'VC', kind: 'snippet', titled: 'label', holds: 'snippet' },
] as const

/** An entry as `state.yaml` has it, of whatever shape its fields are. */
export type StateEntry = {
  readonly list: (typeof ENTRY_LISTS)[number]
  readonly fields: JsonObject
  /** JSON pointer of the entry. */
  readonly pointer: string
  /** The line of its id, or its first one. */
  readonly place: Place
}

/** The entries of a state in source order; what is no map is left out. */
export function stateEntries({ data, starts }: Source): StateEntry[] {
  const root = data?.value
  if (!data || !isJsonObject(root)) return []
  return ENTRY_LISTS.flatMap((list) => {
    const rows = root[list.key]
    if (!Array.isArray(rows)) return []
    return rows.flatMap((fields, i) => {
      const pointer = `/${list.key}/${i}`
      if (!isJsonObject(fields)) return []
      return [{ list, fields, pointer, place: placeIn(data, pointer, { starts, field: 'id' }) }]
    })
  })
}

/** Where a field of an entry is; its first line when it is not there. */
export function placeIn(
  { nodes }: Data,
  pointer: string,
  { starts, field }: { readonly starts: Source['starts']; readonly field: string },
): Place {
  const node = nodes.get(`${pointer}/${field}`)
  if (node) return placeOf(starts, node.value.start, node.value.end)
  const start = nodes.get(pointer)?.value.start ?? 0
  return placeOf(starts, start, start)
}

/** A field that is text; undefined for anything else. */
export function textOf(fields: JsonObject, name: string): string | undefined {
  const value = fields[name]
  return typeof value === 'string' ? value : undefined
}
