import { isJsonObject, type Json, type JsonObject } from '../../src/core/json.ts'

/** Types by name, each with its whole declaration. */
export type NamedTypes = Map<string, string>

type Printing = {
  readonly named: NamedTypes
  /** What callers write may have `undefined` where a property is optional. */
  readonly allowsUndefined: boolean
  readonly indent: string
}

/**
 * The TypeScript type of values that fit a JSON Schema. A subschema with `x-type` becomes a named declaration, and its name
 * is printed. Throws for a keyword that no type can express: a type must not be weaker than its schema.
 */
export function schemaType(
  schema: JsonObject,
  named: NamedTypes,
  allowsUndefined: boolean,
  indent = '',
): string {
  const printing = { named, allowsUndefined, indent }
  const name = schema['x-type']
  if (typeof name !== 'string') return plainType(schema, printing)
  const type = plainType(schema, { ...printing, indent: '' })
  const text = `${comment(schema.description, '')}export type ${name} = ${type}\n`
  const known = named.get(name)
  if (known !== undefined && known !== text) throw new Error(`two schemas have the x-type ${name} and differ`)
  named.set(name, text)
  return name
}

/** Keywords of JSON Schema that lead beyond the schema, or make its type another one. */
const UNKNOWN = ['$ref', '$dynamicRef', 'prefixItems', 'patternProperties']

function plainType(schema: JsonObject, printing: Printing): string {
  const unknown = UNKNOWN.find((key) => key in schema)
  if (unknown !== undefined) throw new Error(`${unknown} in a schema of an operation has no type`)
  if ('const' in schema) return literal(schema.const)
  if (isList(schema.enum)) return union(schema.enum.map(literal))
  const choice = schema.anyOf ?? schema.oneOf
  if (isList(choice)) return union(choice.filter(isJsonObject).map((one) => inner(one, printing)))
  const types = isList(schema.type) ? schema.type : [schema.type]
  return union(types.map((type) => typeOf(type, schema, printing)))
}

function inner(schema: JsonObject, { named, allowsUndefined, indent }: Printing): string {
  return schemaType(schema, named, allowsUndefined, indent)
}

function typeOf(type: Json | undefined, schema: JsonObject, printing: Printing): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `readonly ${inParentheses(isJsonObject(schema.items) ? inner(schema.items, printing) : 'unknown')}[]`
    case 'object':
      return objectType(schema, printing)
    default:
      return 'unknown'
  }
}

function objectType(schema: JsonObject, printing: Printing): string {
  const { additionalProperties: more, properties } = schema
  const required = isList(schema.required) ? schema.required : []
  const indent = `${printing.indent}  `
  const deeper = { ...printing, indent }
  const fields = Object.entries(isJsonObject(properties) ? properties : {}).map(([key, value]) => {
    const property = isJsonObject(value) ? value : {}
    const isNeeded = required.includes(key)
    const orUndefined = !isNeeded && printing.allowsUndefined ? ' | undefined' : ''
    const type = inner(property, deeper)
    const about = typeof property['x-type'] === 'string' ? '' : comment(property.description, indent)
    return `${about}${indent}readonly ${propertyName(key)}${isNeeded ? '' : '?'}: ${type}${orUndefined}`
  })
  // Next to named fields, an index signature would have to accept all of their types.
  if (isJsonObject(more) && fields.length === 0) {
    return `{ readonly [key: string]: ${inner(more, printing)} }`
  }
  if (fields.length === 0) return '{ readonly [key: string]: unknown }'
  return `{\n${fields.join('\n')}\n${printing.indent}}`
}

function comment(description: Json | undefined, indent: string): string {
  if (typeof description !== 'string') return ''
  return `${indent}/** ${description.replaceAll('*/', '*\\/').replaceAll(/\s*\n\s*/g, ' ')} */\n`
}

function propertyName(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : literal(key)
}

function literal(value: Json | undefined): string {
  return typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : JSON.stringify(value)
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function inParentheses(type: string): string {
  return type.includes(' | ') || type.startsWith('readonly ') ? `(${type})` : type
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}
