import { type OutputUnit, Validator } from '@cfworker/json-schema'
import { compareText } from '../core/edit.ts'
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'
import { explainValue, missingField, unknownKey } from './schema-messages.ts'

/** A value that does not fit its schema. */
export type SchemaProblem = {
  /** JSON pointer (RFC 6901) to the value; to the map that lacks a field, for a missing one. */
  readonly pointer: string
  /** The name of a missing field. */
  readonly missing?: string
  /** The key is unknown, whatever its value. */
  readonly unknown?: true
  readonly message: string
  readonly help: string
}

/** Says only that something inside is wrong, which has a problem of its own. */
const OUTER = new Set([
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
  'prefixItems',
  'allOf',
  'if',
  '$ref',
])

const validators = new WeakMap<JsonObject, Validator>()

/**
 * Checks a value against a JSON Schema (draft 2020-12) and says in words what is wrong: one problem for each bad value
 * or missing field, sorted by pointer. `description` in the schema is what a field means. The schema is not changed.
 */
export function checkSchema(value: Json, schema: JsonObject): SchemaProblem[] {
  const problems = new Map<string, SchemaProblem & { readonly rank: number }>()
  const { errors } = validatorOf(schema).validate(value)
  for (const unit of outsideChoices(errors)) {
    if (OUTER.has(unit.keyword)) continue
    for (const problem of problemsOf(unit, value, schema)) {
      const id = JSON.stringify([problem.pointer, problem.missing])
      const known = problems.get(id)
      if (!known || rankOf(unit) < known.rank) problems.set(id, { ...problem, rank: rankOf(unit) })
    }
  }
  return [...problems.values()]
    .map(({ rank: _, ...problem }) => problem)
    .sort((a, b) => compareText(a.pointer, b.pointer) || compareText(a.missing ?? '', b.missing ?? ''))
}

function validatorOf(schema: JsonObject): Validator {
  const known = validators.get(schema)
  if (known) return known
  // The validator writes its own notes into the schema.
  const made = new Validator(structuredClone(schema), '2020-12', false)
  validators.set(schema, made)
  return made
}

/** What a list of choices says is more than the type alone, and the type is more than anything else. */
function rankOf({ keyword }: OutputUnit): number {
  return keyword === 'enum' || keyword === 'const' ? 0 : keyword === 'type' ? 1 : 2
}

/** Inside `anyOf` and `oneOf` every branch complains: the choice as a whole says it once. */
function outsideChoices(units: readonly OutputUnit[]): OutputUnit[] {
  const choices = units.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  const locations = [...new Set(choices.map(({ keywordLocation }) => `${keywordLocation}/`))]
  return units.filter(({ keywordLocation }) => !locations.some((one) => keywordLocation.startsWith(one)))
}

function problemsOf(unit: OutputUnit, value: Json, schema: JsonObject): SchemaProblem[] {
  const keys = keysOf(unit.instanceLocation)
  const pointer = pointerOf(keys)
  if (unit.keyword === 'false') {
    const key = keys.at(-1) ?? ''
    return [{ pointer, unknown: true, ...unknownKey(key, schemaAt(schema, keys.slice(0, -1))) }]
  }
  const subschema = schemaOfUnit(schema, unit)
  const found = at(value, keys)
  if (unit.keyword !== 'required') return [{ pointer, ...explainValue(unit.keyword, found, subschema) }]
  const required = Array.isArray(subschema.required) ? subschema.required.map(String) : []
  return required
    .filter((name) => isJsonObject(found) && !Object.hasOwn(found, name))
    .map((name) => ({ pointer, missing: name, ...missingField(name, schemaAt(subschema, [name])) }))
}

/** The schema that holds the keyword a unit is about. */
function schemaOfUnit(schema: JsonObject, unit: OutputUnit): JsonObject {
  const found = at(schema, keysOf(unit.keywordLocation).slice(0, -1))
  return isJsonObject(found) ? found : {}
}

/** The schema of a value, by its keys, as far as properties, items and further properties lead to it. */
function schemaAt(schema: JsonObject, keys: readonly string[]): JsonObject {
  return keys.reduce<JsonObject>((outer, key) => {
    const properties = isJsonObject(outer.properties) ? outer.properties : {}
    const inner = Object.hasOwn(properties, key)
      ? properties[key]
      : (outer.items ?? outer.additionalProperties)
    return isJsonObject(inner) ? inner : {}
  }, schema)
}

function at(value: Json | undefined, keys: readonly string[]): Json | undefined {
  return keys.reduce<Json | undefined>((outer, key) => {
    if (typeof outer !== 'object' || outer === null || !Object.hasOwn(outer, key)) return undefined
    return (outer as JsonObject)[key]
  }, value)
}

/** Reads the validator's locations: JSON pointers in URI fragments, percent-encoded. */
function keysOf(location: string): string[] {
  return location
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
}

function pointerOf(keys: readonly string[]): string {
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
