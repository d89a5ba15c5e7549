import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'
import type { OperationFace } from '../core/operation.ts'
import type { FlagWords } from '../core/schema.ts'

/** One flag of an operation's command, or one argument. */
export type OperationFlag = {
  /** The keys that lead to its value among the operation's arguments: `filters`, `tags`. */
  readonly path: readonly string[]
  /** `token-budget` */
  readonly name: string
  readonly alias?: string
  /** A `list` is split at commas, `texts` are not. */
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'list' | 'texts' | 'json'
  /** The only values of a text, or of the texts of a list. */
  readonly choices?: readonly string[]
  /** The word for its value in help. */
  readonly value: string
  readonly summary: string
  readonly required: boolean
  /** Its value may be empty. */
  readonly mayBeEmpty?: true
  /** A name for the value, where it can be read from standard input. */
  readonly stdin?: string
  /** It is read from there only where none of these arguments is given, by their keys. */
  readonly unless?: readonly string[]
  /** A name of a file elsewhere is read, and its text is the value of this argument. */
  readonly readInto?: string
  readonly isArgument: boolean
  /** Its value is a setting for the call and no argument. */
  readonly isSetting?: true
}

/**
 * The flags and arguments of an operation, from its input schema: one for each property. A property that is an object
 * with named properties gives one for each of those.
 */
export function operationFlags({ input }: OperationFace): readonly OperationFlag[] {
  return flagsIn(input, [], true)
}

/** The flags of an operation's command that change a setting for one call. */
export function settingFlags({ command }: OperationFace): readonly OperationFlag[] {
  return (command?.settings ?? []).map(({ keys, name, alias, value, summary }) => ({
    path: keys,
    name,
    alias,
    type: 'text',
    value,
    summary,
    required: false,
    isArgument: false,
    isSetting: true,
  }))
}

function flagsIn(schema: JsonObject, above: readonly string[], isNeeded: boolean): readonly OperationFlag[] {
  const required = texts(schema.required)
  return Object.entries(objectOf(schema.properties)).flatMap(([key, property]) => {
    const inner = objectOf(property)
    const path = [...above, key]
    const isRequired = isNeeded && required.includes(key)
    return inner.properties && !inner['x-flag']
      ? flagsIn(inner, path, isRequired)
      : [flagOf(key, inner, path, isRequired)]
  })
}

function flagOf(key: string, schema: JsonObject, path: readonly string[], required: boolean): OperationFlag {
  const words: FlagWords = objectOf(schema['x-flag'])
  const { name = kebab(key), alias, commas, stdin, unless, readInto, argument = false, empty } = words
  // A choice between one value and a list of them is a list.
  const branches = Array.isArray(schema.anyOf) ? schema.anyOf.map(objectOf) : [schema]
  const textList = branches.find(isTextList)
  const list = commas === false || argument ? 'texts' : 'list'
  const type = textList ? list : scalarOf(branches[0] ?? {})
  const choices = texts(textList ? objectOf(textList.items).enum : schema.enum)
  return {
    path,
    name,
    ...(alias !== undefined && { alias }),
    type,
    ...(choices.length > 0 && { choices }),
    value: words.value ?? VALUES[type] ?? key,
    summary: words.summary ?? phrase(schema.description),
    required,
    ...(empty && { mayBeEmpty: true }),
    ...(stdin !== undefined && { stdin }),
    ...(unless && { unless }),
    ...(readInto !== undefined && { readInto }),
    isArgument: argument,
  }
}

/** The words for values that their type says enough about. */
const VALUES: { readonly [type in OperationFlag['type']]?: string } = {
  list: 'list',
  integer: 'n',
  number: 'n',
}

function scalarOf({ type, enum: words }: JsonObject): OperationFlag['type'] {
  if (type === 'integer' || type === 'number' || type === 'boolean') return type
  const isText = type === 'string' || (Array.isArray(words) && texts(words).length === words.length)
  return isText ? 'text' : 'json'
}

function isTextList({ type, items }: JsonObject): boolean {
  const item = objectOf(items)
  return type === 'array' && (item.type === 'string' || texts(item.enum).length > 0)
}

/** `Most tokens of the answer.` → `most tokens of the answer` */
function phrase(description: Json | undefined): string {
  const text = typeof description === 'string' ? description.replace(/\.$/, '') : ''
  return /^\p{Lu}\P{Lu}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

/** `token_budget`, `tokenBudget` → `token-budget` */
function kebab(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
}

function texts(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** The arguments of an operation, from the values of its flags; a flag without a value is left out. */
export function flagArguments(
  flags: readonly OperationFlag[],
  given: (flag: OperationFlag) => Json | undefined,
): JsonObject {
  const args: Args = {}
  for (const flag of flags) {
    const value = given(flag)
    if (value === undefined) continue
    let holder = args
    for (const key of flag.path.slice(0, -1)) {
      holder[key] ??= {}
      holder = holder[key] as Args
    }
    holder[flag.path.at(-1) ?? ''] = value
  }
  return args
}

type Args = { [key: string]: Json }
