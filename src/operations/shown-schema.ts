import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'

/** Keywords whose value maps names to schemas: a name there is no keyword. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas'])

/** Keywords whose value is data and holds no schema. */
const DATA = new Set(['enum', 'const', 'default', 'examples', 'required'])

/** A schema as clients see it: without `x-type`, `x-flag` and the other keywords of memkeep. */
export function shownSchema(schema: JsonObject): JsonObject {
  const shown = Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
    if (key.startsWith('x-')) return []
    if (DATA.has(key)) return [[key, value]]
    if (!MAPS.has(key) || !isJsonObject(value)) return [[key, shownValue(value)]]
    return [[key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shownValue(one)]))]]
  })
  return Object.fromEntries(shown)
}

function shownValue(value: Json): Json {
  if (isJsonObject(value)) return shownSchema(value)
  return Array.isArray(value) ? (value as readonly Json[]).map(shownValue) : value
}
