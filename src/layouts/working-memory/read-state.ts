import { isCalendarDate } from '../../core/date.ts'
import type { StatedDate } from '../../core/document.ts'
import type { Item } from '../../core/item.ts'
import { isJsonObject, type Json } from '../../core/json.ts'
import type { Reading } from '../../core/kind.ts'
import type { Source } from '../../core/source.ts'
import { digest, sketch } from '../../formats/hash.ts'
import { placeIn, type StateEntry, stateEntries, textOf } from './state-entries.ts'

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
