import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'
import { nearest } from './nearest.ts'

/** What is wrong, and what to do about it. */
export type Explained = { readonly message: string; readonly help: string }

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
export function explainValue(keyword: string, value: Json | undefined, schema: JsonObject): Explained {
  const message = `Unexpected ${shown(value)}, expected ${expected(keyword, schema)}`
  return { message, help: helpFor(keyword, value, schema) }
}

/** Explains that a required field is not there; `schema` is the field's own. */
export function missingField(name: string, schema: JsonObject): Explained {
  const choices = choicesOf(schema)
  const example = schema.format === 'date' ? 'YYYY-MM-DD' : '…'
  return {
    message: `Missing field "${name}"${meaningOf(schema)}`,
    help: `Add a line \`${name}: ${example}\`${choices.length > 0 ? `, one of ${list(choices)}` : ''}.`,
  }
}

/** Explains that a map holds a key that its schema does not know. */
export function unknownKey(key: string, schema: JsonObject): Explained {
  const known = isJsonObject(schema.properties) ? Object.keys(schema.properties) : []
  const guess = nearest(key, known)
  return {
    message: `Unexpected key ${shown(key)}${known.length > 0 ? `, expected ${oneOf(known)}` : ''}`,
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
      return 'no item twice'
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
    case 'maxLength':
      return `at most ${limit} characters`
    case 'minItems':
      return limit === 1 ? 'at least one item' : `at least ${limit} items`
    case 'maxItems':
      return `at most ${limit} items`
    default:
      return null
  }
}

function helpFor(keyword: string, value: Json | undefined, schema: JsonObject): string {
  if (keyword === 'enum' && typeof value !== 'object') {
    const guess = choiceMeant(String(value), schema)
    if (guess !== undefined) return `Did you mean "${guess}"?`
    if (typeof value === 'string') return 'Write one of the expected values.'
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
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'object') return 'map'
  if (typeof value !== 'string') return String(value)
  if (value === '') return 'empty text'
  const isLong = value.length > MAX_SHOWN || value.includes('://')
  return isLong ? `text of ${value.length} characters` : JSON.stringify(value)
}
