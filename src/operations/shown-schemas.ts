import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'
import type { OperationFace } from '../core/operation.ts'

/** Keywords whose value maps names to schemas: a name there is no keyword. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas'])

/** Keywords whose value is data and holds no schema. */
const DATA = new Set(['enum', 'const', 'default', 'examples', 'required'])

/** A schema as clients are shown it: without `x-type`, `x-flag` and whatever else is memkeep's own. */
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

/** The outcome of an answer's plan: differences, and what could not be done. */
type Outcome = { readonly changes: readonly string[]; readonly notes: readonly string[] }

/** JSON Schema of the data for callers: for an operation that writes, with the outcome of its plan. */
export function writtenOutput({ output, readOnly }: OperationFace): JsonObject {
  const shown = shownSchema(output)
  if (readOnly || !isJsonObject(shown.properties)) return shown
  const diff: JsonObject = {
    type: 'string',
    description: 'What was changed, or what a dry run would change: a unified difference of each file.',
  }
  const notes: JsonObject = {
    type: 'array',
    description: 'What could not be done apart from the request itself.',
    items: { type: 'string' },
  }
  return { ...shown, properties: { diff, notes, ...shown.properties } }
}

/** The data of an answer with the outcome of its plan, for a program that reads the data alone. */
export function writtenData(data: JsonObject, { changes, notes }: Outcome): JsonObject {
  const before = Array.isArray(data.notes) ? data.notes : []
  return {
    ...data,
    ...(changes.length > 0 && { diff: changes.join('\n') }),
    ...(notes.length > 0 && { notes: [...before, ...notes] }),
  }
}
