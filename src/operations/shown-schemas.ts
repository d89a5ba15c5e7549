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
    if (!MAPS.has(key) || !isJsonObject(value)) return [[key, mapped(value, shownSchema)]]
    return [
      [key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapped(one, shownSchema)]))],
    ]
  })
  return Object.fromEntries(shown)
}

/** Types whose values have no parts. */
const SIMPLE = new Set(['boolean', 'integer', 'number', 'string'])

/** Bounds: some agents do not show them to their model. A refusal says the one that was crossed. */
const BOUNDS = new Set([
  'additionalProperties',
  'format',
  'maximum',
  'maxItems',
  'maxLength',
  'minimum',
  'minItems',
  'minLength',
])

/**
 * A shown schema as a model reads it, in as few words as it takes to call rightly: without bounds, empty defaults and what a
 * description says already; a list where one value or a list is taken; without a dry run, which is for people and programs: an agent is shown what it
 * changed. Whatever it allows and the operation does not is refused
 * with the reason.
 */
export function modelSchema(schema: JsonObject): JsonObject {
  const { description: _, properties, ...top } = brief(shownSchema(schema))
  if (!isJsonObject(properties)) return top
  const { dry_run: __, ...others } = properties
  return { ...top, properties: others }
}

function brief(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema
  const choices = Array.isArray(anyOf) ? (anyOf as readonly JsonObject[]) : []
  const given = choices.filter(({ type }) => type !== 'null')
  const one = given.find(({ type }) => type === 'array') ?? (given.length === 1 ? given[0] : undefined)
  if (one) return brief({ ...one, ...rest })
  const types = given.map(({ type }) => type)
  if (types.length > 1 && types.every((type) => typeof type === 'string' && SIMPLE.has(type))) {
    return brief({ type: types as string[], ...rest })
  }
  const entries = Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
    if (BOUNDS.has(key) || (key === 'default' && isSaid(value, schema))) return []
    if (DATA.has(key)) return [[key, value]]
    if (key === 'items' && isJsonObject(value)) {
      const { description: _, ...item } = brief(value)
      return [[key, item]]
    }
    if (!MAPS.has(key) || !isJsonObject(value)) return [[key, mapped(value, brief)]]
    return [[key, Object.fromEntries(Object.entries(value).map(([name, at]) => [name, mapped(at, brief)]))]]
  })
  return Object.fromEntries(entries)
}

/** A default that a reader takes for granted, or that the description says. */
function isSaid(value: Json, { description }: JsonObject): boolean {
  return value === null || value === false || String(description).includes(`${value} when absent`)
}

function mapped(value: Json, by: (schema: JsonObject) => JsonObject): Json {
  if (isJsonObject(value)) return by(value)
  return Array.isArray(value) ? (value as readonly Json[]).map((one) => mapped(one, by)) : value
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
