import type { StatedDate } from '../../core/document.ts'
import type { Item } from '../../core/item.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Reading } from '../../core/kind.ts'
import type { Source } from '../../core/source.ts'
import { dayOf, timestampOf } from '../../core/timestamp.ts'
import { digest, sketch } from '../../formats/hash.ts'
import { fieldPlace, recordOf, TIMES, textOf } from './record.ts'
import { isUuid } from './uuid.ts'

/** Reads a record as one item, with the days that it states. Nothing is read from what is no JSON object. */
export function readRecord(source: Source): Reading {
  const record = recordOf(source)
  if (!record) return {}
  return { items: [itemOf(source, record)], dates: TIMES.flatMap((field) => datesOf(source, record, field)) }
}

/** A record names the version of its form and its scope: other JSON below a folder of that name does not. */
export function isSigned(source: Source): boolean {
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
