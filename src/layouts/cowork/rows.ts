import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts'
import { type Place, placeOf, WHOLE_FILE } from '../../core/place.ts'
import type { Source } from '../../core/source.ts'

/** An object in a list of a JSON file. */
export type Row = { readonly pointer: string; readonly value: JsonObject }

/** The file's own object; null where it is something else or did not parse. */
export function rootOf({ data }: Source): JsonObject | null {
  return data && isJsonObject(data.value) ? data.value : null
}

/** The objects of a list at the top of the file; what is no object is left out, and is for its schema to report. */
export function rowsOf(source: Source, list: string): Row[] {
  const rows = rootOf(source)?.[list]
  if (!Array.isArray(rows)) return []
  return (rows as readonly Json[]).flatMap((value, i) =>
    isJsonObject(value) ? [{ pointer: `/${list}/${i}`, value }] : [],
  )
}

/** A row's text field; undefined when it is absent or no text. */
export function textIn({ value }: Row, field: string): string | undefined {
  const found = value[field]
  return typeof found === 'string' ? found : undefined
}

/** Where a value stands; without that value, where its row starts. */
export function placeAt({ data, starts }: Source, pointer: string): Place {
  const node = data?.nodes.get(pointer)
  if (node) return placeOf(starts, node.value.start, node.value.end)
  const parent = data?.nodes.get(pointer.slice(0, pointer.lastIndexOf('/')))
  return parent ? placeOf(starts, parent.value.start, parent.value.start + 1) : WHOLE_FILE
}

/** A value with the keys of its objects in code point order: how they are ordered says nothing. */
export function sortedKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (!isJsonObject(value)) return value
  const sorted: { [key: string]: Json } = Object.create(null)
  for (const key of Object.keys(value).sort()) sorted[key] = sortedKeys(value[key] ?? null)
  return sorted
}

/** What a row has beside the fields of its model, which its readers keep; null for nothing. */
export function otherFields({ value }: Row, known: readonly string[]): Json {
  const others = Object.entries(value).filter(([key]) => !known.includes(key))
  return others.length > 0 ? sortedKeys(others.sort(([a], [b]) => (a < b ? -1 : 1))) : null
}
