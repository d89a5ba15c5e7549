import { type OutputUnit, Validator } from '@cfworker/json-schema'
import { isJsonObject, type Json, type JsonObject, pointerOf, valueAt } from '../core/json.ts'
import { compareText, oncePer } from '../core/text.ts'
import { nearest } from './names.ts'

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

/** Says only that something inside is wrong, which has a separate problem. */
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

const validatorOf = oncePer((schema: JsonObject): Validator => {
  // The validator writes its own notes into the schema.
  return new Validator(structuredClone(schema), '2020-12', false)
})

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
  const found = valueAt(value, keys)
  if (unit.keyword === 'false') {
    const key = keys.at(-1) ?? ''
    return [{ pointer, unknown: true, ...unknownKey(key, schemaAt(schema, keys.slice(0, -1))) }]
  }
  const subschema = schemaOfUnit(schema, unit)
  if (unit.keyword !== 'required') {
    const long = unit.keyword === 'anyOf' ? tooLong(found, subschema) : []
    if (long.length > 0) return long.map((one) => ({ ...one, pointer: pointer + one.pointer }))
    return [{ pointer, ...explainValue(unit.keyword, found, subschema) }]
  }
  const required = Array.isArray(subschema.required) ? subschema.required.map(String) : []
  return required
    .filter((name) => isJsonObject(found) && !Object.hasOwn(found, name))
    .map((name) => ({ pointer, missing: name, ...missingField(name, schemaAt(subschema, [name])) }))
}

/** What of a value is too long for the one choice that has its type; nothing where anything else is wrong. */
function tooLong(value: Json | undefined, { anyOf }: JsonObject): SchemaProblem[] {
  const type = Array.isArray(value) ? 'array' : typeof value
  if (value === undefined || !Array.isArray(anyOf) || (type !== 'array' && type !== 'string')) return []
  const [choice, ...more] = (anyOf as readonly Json[]).filter((one) => isJsonObject(one) && one.type === type)
  if (!isJsonObject(choice) || more.length > 0) return []
  const problems = checkSchema(value, choice)
  return problems.every(({ help }) => help === SHORTEN) ? problems : []
}

/** The schema that holds the keyword a unit is about. */
function schemaOfUnit(schema: JsonObject, unit: OutputUnit): JsonObject {
  const found = valueAt(schema, keysOf(unit.keywordLocation).slice(0, -1))
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

/** Reads the validator's locations: JSON pointers in URI fragments, percent-encoded. */
function keysOf(location: string): string[] {
  return location
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** What is wrong, and what to do about it. */
type Explained = { readonly message: string; readonly help: string }

/** Longer texts are not shown: they make a message unreadable and could be a secret in the wrong field. */
const MAX_SHOWN = 30
/** Words of other tools and other YAML versions for `off`. */
const MEANS_OFF = /^(?:no|none|never|false|disabled?|0)$/i
/** More choices than this are not listed. */
const MAX_LISTED = 20

const TYPES: { readonly [type: string]: string } = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  null: 'nothing',
}

/** Explains why a value does not fit the keyword of its schema. */
function explainValue(keyword: string, value: Json | undefined, schema: JsonObject): Explained {
  const long = lengthOf(keyword, value)
  if (long !== null) {
    return { message: `${long}, and at most ${schema[keyword]} are allowed`, help: SHORTEN }
  }
  const strange = keyword === 'anyOf' ? strangeItem(value, schema) : undefined
  const found = strange === undefined ? shown(value) : `a list with ${shown(strange)}`
  const message = `The value is ${found}, it should be ${expected(keyword, schema)}`
  return { message, help: helpFor(keyword, value, schema) }
}

const SHORTEN = 'Shorten it.'

/** How long a value is that is too long, in what its limit counts; null where something else is wrong. */
function lengthOf(keyword: string, value: Json | undefined): string | null {
  if (keyword === 'maxLength' && typeof value === 'string')
    return `The text has ${[...value].length} characters`
  if (keyword === 'maxItems' && Array.isArray(value)) return `The list has ${value.length} items`
  return null
}

/** The first item of a list that is none of the words which a list may hold. */
function strangeItem(value: Json | undefined, { anyOf }: JsonObject): Json | undefined {
  if (!Array.isArray(value) || !Array.isArray(anyOf)) return undefined
  const lists = (anyOf as readonly Json[]).flatMap((branch) =>
    isJsonObject(branch) && isJsonObject(branch.items) && Array.isArray(branch.items.enum)
      ? [branch.items.enum]
      : [],
  )
  return value.find((item: Json) => lists.length > 0 && !lists.some((words) => words.includes(item)))
}

/** Explains that a required field is not there; `schema` is the field's own. */
function missingField(name: string, schema: JsonObject): Explained {
  const choices = choicesOf(schema)
  const example = schema.format === 'date' ? 'YYYY-MM-DD' : '…'
  return {
    message: `Missing field "${name}"${meaningOf(schema)}`,
    help: `Add a line \`${name}: ${example}\`${choices.length > 0 ? `, one of ${list(choices)}` : ''}.`,
  }
}

/** Explains that a map holds a key that its schema does not know. */
function unknownKey(key: string, schema: JsonObject): Explained {
  const known = isJsonObject(schema.properties) ? Object.keys(schema.properties) : []
  const guess = nearest(key, known)
  return {
    message: `The key ${shown(key)} is unknown${known.length > 0 ? `, it should be ${oneOf(known)}` : ''}`,
    help: guess === undefined ? 'Delete the key, or correct its name.' : `Did you mean "${guess}"?`,
  }
}

/** `x-form` says in words what `pattern` or `anyOf` say in signs. */
function expected(keyword: string, schema: JsonObject): string {
  const form = schema['x-form']
  if (typeof form === 'string' && (keyword === 'pattern' || keyword === 'anyOf')) return form
  switch (keyword) {
    case 'enum':
    case 'const':
      return oneOf(choicesOf(schema))
    case 'type':
      return [schema.type]
        .flat()
        .map((type) => (type === 'object' ? mapOf(schema) : (TYPES[String(type)] ?? String(type))))
        .join(' or ')
    case 'format':
      return schema.format === 'date'
        ? 'a calendar date YYYY-MM-DD'
        : `a value of the form ${String(schema.format)}`
    case 'pattern':
      return `text that matches ${String(schema.pattern)}`
    case 'uniqueItems':
      return 'a list without repeated items'
    default:
      return limitOf(keyword, schema[keyword]) ?? 'a value that fits the schema'
  }
}

/** A map, with the keys that it may hold where they are few enough to be listed. */
function mapOf({ properties }: JsonObject): string {
  const keys = isJsonObject(properties) ? Object.keys(properties) : []
  if (keys.length === 0 || keys.length > MAX_LISTED) return 'a map of keys and values'
  return `a map with the ${keys.length === 1 ? 'key' : 'keys'} ${list(keys)}`
}

function limitOf(keyword: string, limit: Json | undefined): string | null {
  switch (keyword) {
    case 'minimum':
      return `at least ${limit}`
    case 'maximum':
      return `at most ${limit}`
    case 'exclusiveMinimum':
      return `more than ${limit}`
    case 'exclusiveMaximum':
      return `less than ${limit}`
    case 'minLength':
      return limit === 1 ? 'some text' : `at least ${limit} characters`
    case 'minItems':
      return limit === 1 ? 'at least one item' : `at least ${limit} items`
    default:
      return null
  }
}

function helpFor(keyword: string, value: Json | undefined, schema: JsonObject): string {
  if (keyword === 'enum' && typeof value !== 'object') {
    const guess = choiceMeant(String(value), schema)
    if (guess !== undefined) return `Did you mean "${guess}"?`
    if (typeof value === 'string') return 'Write one of the allowed values.'
  }
  if (value === null) return 'Write a value after the colon, or delete the line.'
  if (keyword === 'type' && schema.type === 'string' && typeof value !== 'object')
    return 'Put the value in quotes.'
  if (keyword === 'type' && schema.type === 'array')
    return 'Write a list: `[one, two]`, or one `- item` a line.'
  if (keyword === 'format' && schema.format === 'date')
    return 'Write a day that exists, for example 2026-02-08.'
  if (keyword === 'uniqueItems') return 'Delete the item that is there twice.'
  return `Correct the value${meaningOf(schema)}.`
}

function choiceMeant(word: string, schema: JsonObject): string | undefined {
  const choices = choicesOf(schema)
  if (MEANS_OFF.test(word) && choices.includes('off')) return 'off'
  return synonymOf(word, schema) ?? nearest(word, choices)
}

/** The choice that a schema's own `x-synonyms` (word → choice) names for a value, however it is spaced and cased. */
function synonymOf(value: string, schema: JsonObject): string | undefined {
  const synonyms = schema['x-synonyms']
  if (!isJsonObject(synonyms)) return undefined
  const word = value
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const choice = Object.hasOwn(synonyms, word) ? synonyms[word] : undefined
  return typeof choice === 'string' ? choice : undefined
}

/** What a field means, from its description, as the rest of a sentence. */
function meaningOf({ description }: JsonObject): string {
  if (typeof description !== 'string' || description === '') return ''
  const text = description.replace(/\.$/, '')
  const isWord = /^\p{Lu}\p{Ll}/u.test(text) || /^A /.test(text)
  return `: ${isWord ? text.charAt(0).toLowerCase() + text.slice(1) : text}`
}

function choicesOf(schema: JsonObject): string[] {
  const choices = Array.isArray(schema.enum) ? schema.enum : schema.const === undefined ? [] : [schema.const]
  return choices.map((choice) => (typeof choice === 'string' ? choice : JSON.stringify(choice)))
}

function oneOf(names: readonly string[]): string {
  return names.length === 1 ? list(names) : `one of ${list(names)}`
}

function list(names: readonly string[]): string {
  return names.length > MAX_LISTED ? `${names.length} known names` : names.join(', ')
}

function shown(value: Json | undefined): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a map'
  if (typeof value !== 'string') return String(value)
  if (value === '') return 'empty text'
  const isLong = value.length > MAX_SHOWN || value.includes('://')
  return isLong ? `a text of ${value.length} characters` : JSON.stringify(value)
}
