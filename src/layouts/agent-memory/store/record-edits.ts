import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import { readJson, withJsoncValue, withOwnMember, withoutMember } from '../../../formats/json/json-edits.ts'

/** Fields of a record and their new values; undefined takes one out. */
export type FieldChanges = { readonly [field: string]: Json | undefined }

/**
 * The text of a record with some fields set; every other byte stays. Null where the text, read back, would be something else,
 * as with a key that is there twice.
 */
export function withFields(text: string, changes: FieldChanges): string | null {
  const before = readJson(text)
  if (!isJsonObject(before)) return null
  const wanted = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== undefined)
  let edited = text
  for (const [field, value] of Object.entries(changes)) {
    if (value !== undefined && isEqual(before[field], value)) continue
    const next = withField(edited, field, value)
    if (next === null) return null
    edited = next
  }
  return isEqual(readJson(edited), Object.fromEntries(wanted) as JsonObject) ? edited : null
}

function withField(text: string, field: string, value: Json | undefined): string | null {
  if (value === undefined) return withoutMember(text, [field])
  return typeof value === 'string' ? withOwnMember(text, field, value) : withJsoncValue(text, [field], value)
}

/** True for values that say the same; the order of keys does not count. */
export function isEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (isJsonObject(a) && isJsonObject(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)])
    return [...keys].every((key) => isEqual(a[key], b[key]))
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((one: Json, i) => isEqual(one, b[i] as Json))
  }
  return a === b
}
