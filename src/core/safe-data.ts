import { isJsonObject, type Json, type JsonObject } from './json.ts'
import { safeLines } from './safe-text.ts'

/** The same data with every text and key in it as `safeLines` shows it. */
export function safeData(data: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [safeLines(key), safeValue(value)]))
}

function safeValue(value: Json): Json {
  if (typeof value === 'string') return safeLines(value)
  if (isJsonObject(value)) return safeData(value)
  return isList(value) ? value.map(safeValue) : value
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
