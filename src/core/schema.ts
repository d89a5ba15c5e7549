import type { Json, JsonObject } from './json.ts'

/**
 * JSON Schemas (2020-12) of arguments and answers, each said once: the builders give plain JSON, and the type of the values that
 * fit it. The tool of the protocol, the flags, the help, the pages and the published types are made from the JSON.
 */
declare const VALUE: unique symbol

/** A JSON Schema of values of a type. The type is for the compiler alone: nothing of it exists when the program runs. */
export type Schema<Value> = JsonObject & { readonly [VALUE]?: Value }

/** The type of what fits a schema; any JSON where the schema was not made by a builder. */
export type ValueOf<S> = S extends { readonly [VALUE]?: infer Value }
  ? unknown extends Value
    ? Json
    : Value
  : Json

/**
 * What a property of an input schema may set for its flag, as `x-flag`. All of it is optional: `token_budget` becomes
 * `--token-budget`, with its description as help.
 */
export type FlagWords = {
  /** Another name for the flag: `all-or-nothing`. One that begins with `no-` gives false. */
  readonly name?: string
  /** A second spelling, which help leaves out: `tokenBudget`. */
  readonly alias?: string
  /** Keys of arguments: where one of them is given nothing is read from standard input. */
  readonly unless?: readonly string[]
  /** The key of the argument that gets the text of a file that lies elsewhere. */
  readonly readInto?: string
  /** The word for its value in help: `name`. */
  readonly value?: string
  /** Replaces the description as help: a phrase without a capital letter or a full stop. */
  readonly summary?: string
  /** What is read from standard input where the flag is not given, or is `-`: `the text of the entry`. */
  readonly stdin?: string
  /** A comma is part of a text of the list: several are given by repeating the flag. */
  readonly commas?: false
  /** An empty text means something, and is no variable of a script that was not set. */
  readonly empty?: true
  /** A positional argument, in the order of the properties: a text, or as the last one a list of texts. */
  readonly argument?: true
}

/** What any schema may say in addition. Keywords that begin with `x-` are shown to no client. */
type Notes = {
  readonly default?: Json
  readonly 'x-flag'?: FlagWords
  /** Says in words what `pattern` or `anyOf` say in signs. */
  readonly 'x-form'?: string
  /** Words of others for its choices, each with the choice that it means. */
  readonly 'x-synonyms'?: { readonly [word: string]: string }
}

export type TextNotes = Notes & {
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: 'date' | 'date-time'
}

type NumberNotes = Notes & { readonly minimum?: number; readonly maximum?: number }

export type ListNotes = Notes & { readonly minItems?: number; readonly maxItems?: number }

export function text(description?: string, more: TextNotes = {}): Schema<string> {
  return schemaOf('string', description, more)
}

/** One of some words. */
export function choice<const Word extends string>(
  words: readonly Word[],
  description?: string,
  more: Notes = {},
): Schema<Word> {
  return schemaOf('string', description, { enum: words, ...more })
}

/** A whole number. */
export function integer(description?: string, more: NumberNotes = {}): Schema<number> {
  return schemaOf('integer', description, more)
}

/** A whole number from 0. */
export function count(description?: string): Schema<number> {
  return integer(description, { minimum: 0 })
}

export function number(description?: string, more: NumberNotes = {}): Schema<number> {
  return schemaOf('number', description, more)
}

/** True or false. */
export function flag(description?: string, more: Notes = {}): Schema<boolean> {
  return schemaOf('boolean', description, more)
}

/** One value alone. */
export function literal<const Value extends string | number | boolean>(
  value: Value,
  description?: string,
): Schema<Value> {
  return { const: value, ...(description !== undefined && { description }) }
}

export const NOTHING: Schema<null> = { type: 'null' }

export function list<S extends JsonObject>(
  items: S,
  description?: string,
  more: ListNotes = {},
): Schema<readonly ValueOf<S>[]> {
  return schemaOf('array', description, { items, ...more })
}

/** A value that fits any of some schemas. */
export function anyOf<const S extends readonly JsonObject[]>(
  schemas: S,
  description?: string,
  more: Notes = {},
): Schema<ValueOf<S[number]>> {
  return { anyOf: schemas, ...(description !== undefined && { description }), ...more }
}

/** The same schema, whose value may also be null. */
export function orNull<Value>(schema: Schema<Value>): Schema<Value | null> {
  const { type = [], enum: words } = schema
  return {
    ...schema,
    type: [type, 'null'].flat(),
    ...(Array.isArray(words) && { enum: [...words, null] }),
  }
}

type Properties = { readonly [name: string]: JsonObject }

/** An object with these properties; the others than the required ones may be absent. */
export type ObjectOf<P, Required = never> = Flat<
  { readonly [Name in keyof P as Name extends Required ? Name : never]: ValueOf<P[Name]> } & {
    readonly [Name in keyof P as Name extends Required ? never : Name]?: ValueOf<P[Name]>
  }
>

type Flat<T> = { [Name in keyof T]: T[Name] }

/** An object that has these properties and no others. */
export function closedObject<P extends Properties, Required extends keyof P>(
  required: readonly Required[],
  properties: P,
  description?: string,
): Schema<ObjectOf<P, Required>> {
  return schemaOf('object', description, { additionalProperties: false, ...fields(required, properties) })
}

/** An object that has these properties, and may have others. */
export function openObject<P extends Properties, Required extends keyof P>(
  required: readonly Required[],
  properties: P,
  description?: string,
): Schema<ObjectOf<P, Required>> {
  return schemaOf('object', description, fields(required, properties))
}

/** An object with any properties. */
export function anyObject(description?: string): Schema<JsonObject> {
  return schemaOf('object', description, {})
}

/** An object from any names to values of one schema. */
export function map<S extends JsonObject>(
  values: S,
  description?: string,
): Schema<{ readonly [name: string]: ValueOf<S> }> {
  return schemaOf('object', description, { additionalProperties: values })
}

/** Names the library's type of a schema. */
export function typed<S extends JsonObject>(type: string, schema: S): Schema<ValueOf<S>> {
  return { 'x-type': type, ...schema }
}

function fields(required: readonly PropertyKey[], properties: Properties): JsonObject {
  return { ...(required.length > 0 && { required: required.map(String) }), properties }
}

function schemaOf(type: string, description: string | undefined, more: JsonObject): JsonObject {
  return { type, ...(description !== undefined && { description }), ...more }
}
