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
