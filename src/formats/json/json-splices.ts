import { isJsonObject, type Json } from '../../core/json.ts'

/** Where in a JSON text: keys, and numbers for items of a list. */
export type JsonPath = readonly (string | number)[]

/** One change of a JSON text. */
export type JsonSplice =
  /** Values that come last in a list; a list that is absent is made. */
  | { readonly at: JsonPath; readonly append: readonly Json[] }
  /** A value for a member or an item. A member that is absent comes last in its object, which is made where it is absent too. */
  | { readonly at: JsonPath; readonly set: Json }
  /** A member or an item that is taken out; nothing where it is absent. */
  | { readonly at: JsonPath; readonly remove: true }

/** The value after a splice; null where its path leads through something else than lists and objects. */
export function splicedValue(value: Json | undefined, path: JsonPath, splice: JsonSplice): Json | null {
  const [key, ...rest] = path
  if (key === undefined) {
    if ('set' in splice) return splice.set
    if (!('append' in splice)) return null
    if (value !== undefined && !Array.isArray(value)) return null
    return [...(value ?? []), ...splice.append]
  }
  const holder = value ?? (typeof key === 'string' && !('remove' in splice) ? emptyObject() : value)
  if (typeof key === 'number') {
    if (!Array.isArray(holder) || key < 0 || key >= holder.length) return null
    if ('remove' in splice && rest.length === 0) return holder.filter((_, i) => i !== key)
    const inner = splicedValue(holder[key], rest, splice)
    return inner === null && !isNull(splice, rest) ? null : holder.map((one, i) => (i === key ? inner : one))
  }
  if (holder === undefined && 'remove' in splice) return emptyObject()
  if (!isJsonObject(holder)) return null
  const copy: { [key: string]: Json } = Object.assign(emptyObject(), holder)
  if ('remove' in splice && (rest.length === 0 || !Object.hasOwn(copy, key))) {
    if (rest.length === 0) delete copy[key]
    return copy
  }
  const inner = splicedValue(Object.hasOwn(copy, key) ? copy[key] : undefined, rest, splice)
  if (inner === null && !isNull(splice, rest)) return null
  copy[key] = inner
  return copy
}

/** The value that is set is null, so null is no failure. */
function isNull(splice: JsonSplice, rest: JsonPath): boolean {
  return rest.length === 0 && 'set' in splice && splice.set === null
}

function emptyObject(): { [key: string]: Json } {
  return Object.create(null)
}

/** True for equal values; how keys are ordered says nothing. */
export function isSameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((one: Json, i) => isSameJson(one, b[i]))
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return a === b
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  )
}

/** The text with one splice. Its path is known to lead somewhere. */
