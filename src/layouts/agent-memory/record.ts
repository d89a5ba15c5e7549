import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { type Place, placeOf, WHOLE_FILE } from '../../core/place.ts'
import type { Source } from '../../core/source.ts'

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

/** Where the value of a field stands; the whole file when the field is absent. */
export function fieldPlace({ data, starts }: Source, field: string): Place {
  const node = data?.nodes.get(`/${field}`)
  return node ? placeOf(starts, node.value.start, node.value.end) : WHOLE_FILE
}
