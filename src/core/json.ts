/** A JSON value: what facts, front matter and settings are made of. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

/** A JSON object. Values parsed from memory have no prototype, so a key such as `__proto__` is only a key. */
export type JsonObject = { readonly [key: string]: Json }

/** True for a JSON object; false for null, lists and scalars. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The texts of a list as a format gives it, each once; none where it is no list. Empty ones say nothing. */
export function textList(value: Json | undefined): string[] {
  if (!Array.isArray(value)) return []
  return [...new Set(value.filter((one) => typeof one === 'string' && one !== ''))]
}

/** True for equal values; how keys are ordered says nothing. */
export function isSameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((item: Json, i) => isSameJson(item, b[i]))
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return a === b
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  )
}

/** Where in data: keys, and numbers for items of a list. */
export type DataPath = readonly (string | number)[]

/** A key as one step of a JSON pointer (RFC 6901). */
export function pointerStep(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** A path as a JSON pointer. */
export function pointerOf(path: DataPath): string {
  return path.map((step) => `/${pointerStep(String(step))}`).join('')
}

/** The value at a path; undefined when there is none. */
export function valueAt(value: Json | undefined, path: DataPath): Json | undefined {
  return path.reduce<Json | undefined>((holder, step) => {
    const isThere = typeof holder === 'object' && holder !== null && Object.hasOwn(holder, step)
    return isThere ? (holder as { readonly [step: string | number]: Json })[step] : undefined
  }, value)
}

/**
 * Plain data as `JSON.parse(JSON.stringify(value))` gives it, in about half of the time: without members that are undefined, with
 * null for what is undefined in a list or is no finite number, and without a hold on the text that its texts were cut from.
 */
export function plainCopy<Value>(value: Value): Value {
  return copyOf(value, Object.create(null)) as Value
}

/** V8 cuts a text of so many characters without copying it: the part keeps the whole in memory. */
const CUT = 13

/** `names`, without a prototype: V8 copies a text that becomes the name of a member; the cut one then refers to the copy. */
function copyOf(value: unknown, names: Record<string, true>): unknown {
  if (typeof value === 'string') {
    if (value.length >= CUT) names[value] = true
    return value
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : copyOf(item, names)))
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key]
    if (member === undefined) continue
    if (key === '__proto__') Object.defineProperty(copy, key, { value: copyOf(member, names), ...OWN })
    else copy[key] = copyOf(member, names)
  }
  return copy
}

const OWN = { enumerable: true, configurable: true, writable: true }
