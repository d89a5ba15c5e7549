import { dayOf, timestampOf } from '../../core/date.ts'
import type { Item, StatedDate } from '../../core/document.ts'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import type { Reading, Source } from '../../core/source.ts'
import { type Place, placeOf, WHOLE_FILE } from '../../core/text.ts'
import { digest, sketch } from '../../formats/hash.ts'
import { factsOf } from './record-facts.ts'

/** Reads a record as one item, with the days that it states. Nothing is read from what is no JSON object. */
export function readRecord(source: Source): Reading {
  const record = recordOf(source)
  if (!record) return {}
  return {
    items: [itemOf(source, record)],
    dates: TIMES.flatMap((field) => datesOf(source, record, field)),
    facts: factsOf(record),
  }
}

/**
 * Reads an archived record as the item that it was: it is not lost. Without an id, because a record that came back may be there
 * again.
 */
export function readArchived(source: Source): Reading {
  const record = recordOf(source)
  if (!record) return {}
  const { id: _, ...item } = itemOf(source, record)
  return { items: [item] }
}

/** A record names the version of its form and its scope: other JSON below a folder of that name does not. */
export function hasRecordForm(source: Source): boolean {
  const record = recordOf(source)
  return record !== null && ['schemaVersion', 'scope'].every((field) => Object.hasOwn(record, field))
}

/** Case does not matter in a UUID: two records that differ in nothing else have one id. */
function itemOf(source: Source, record: JsonObject): Item {
  const written = textOf(record, 'id') ?? ''
  const id = isUuid(written) ? written.toLowerCase() : null
  const content = textOf(record, 'content') ?? ''
  return {
    kind: 'record',
    key: id ?? source.path,
    ...(id !== null && { id }),
    title: textOf(record, 'summary') ?? '',
    place: fieldPlace(source, 'id'),
    digest: digest(content),
    sketch: sketch(content),
    fields: { scope: source.scope, kind: record.kind ?? null, tags: record.tags ?? null },
  }
}

function datesOf(source: Source, record: JsonObject, field: string): StatedDate[] {
  const instant = timestampOf(textOf(record, field) ?? '')
  return instant === null ? [] : [{ date: dayOf(instant), what: field, place: fieldPlace(source, field) }]
}

/** The fields of a record that say when something happened, in the order in which it can. */
export const TIMES = ['created_at', 'updated_at', 'last_used_at'] as const

/** The fields of a parsed record; null when the file is no JSON object. */
export function recordOf({ data }: Source): JsonObject | null {
  return isJsonObject(data?.value) ? data.value : null
}

/** A field of a record as text; null when it is absent or something else. */
export function textOf(record: JsonObject | null, field: string): string | null {
  const value = record && Object.hasOwn(record, field) ? record[field] : null
  return typeof value === 'string' ? value : null
}

/** Where the value of a field is; the whole file when the field is absent. */
export function fieldPlace({ data, starts }: Source, field: string): Place {
  const node = data?.nodes.get(`/${field}`)
  return node ? placeOf(starts, node.value.start, node.value.end) : WHOLE_FILE
}

/** The scopes of records, from the shortest-lived to the longest; each has a directory of its name. */
export const SCOPES = ['session', 'working', 'durable'] as const

/** True for the name of a scope. */
export function isScope(name: unknown): name is (typeof SCOPES)[number] {
  return SCOPES.some((scope) => scope === name)
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** True for a UUID in its usual form (RFC 9562), of any version and in either case. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
