import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { FLAGS } from '../../src/cli/flags.ts'
import { isJsonObject, type Json, type JsonObject } from '../../src/core/json.ts'
import type { Operation } from '../../src/core/operation.ts'
import { addNote } from '../../src/layouts/_template/operations/add-note.ts'
import { operationFlags } from '../../src/operations/operation-flags.ts'
import { allOperations } from '../../src/operations/registry.ts'

const OPERATIONS = [...allOperations().map(({ operation }) => operation), addNote]

/** What every command has already, by the names under which values are kept. */
const TAKEN = new Set(
  FLAGS.filter(({ commands }) => commands === undefined).flatMap(({ flags }) =>
    (flags.match(/--[a-z-]+/g) ?? []).map(attribute),
  ),
)

function attribute(flag: string): string {
  return flag
    .replace(/^--(no-)?/, '')
    .replaceAll('-', '')
    .toLowerCase()
}

/** What is wrong with a declaration, in words for its author. */
function faults({
  name,
  description,
  input,
  output,
  readOnly,
  destructive,
  command,
  ...operation
}: Operation): string[] {
  const flags = operationFlags({ ...operation, name, description, input, output, readOnly, destructive })
  const names = flags.filter(({ isArgument }) => !isArgument).map((flag) => attribute(`--${flag.name}`))
  const words = flags.filter(({ isArgument }) => isArgument)
  return [
    ...(/^[a-z]+(_[a-z]+)+$/.test(name) ? [] : ['the name is not in lower case with _']),
    ...(input.type === 'object' && input.additionalProperties === false
      ? []
      : ['the input is no closed object']),
    ...(output.type === 'object' ? [] : ['the output is no object']),
    ...(readOnly && destructive ? ['what only reads destroys nothing'] : []),
    ...names.filter((one, i) => names.indexOf(one) !== i).map((one) => `two flags are --${one}`),
    ...names.filter((one) => TAKEN.has(one)).map((one) => `every command has --${one}: name it in x-flag`),
    ...(flags.filter(({ stdin }) => stdin).length > 1 ? ['two flags read standard input'] : []),
    ...words.filter(({ type }) => type !== 'text' && type !== 'texts').map((one) => `${one.name} is no text`),
    ...words.slice(0, -1).flatMap((one) => (one.type === 'texts' ? [`a list is not the last argument`] : [])),
    ...undescribed(input).map((path) => `${path} has no description`),
    ...formless(input).map((path) => `no x-form says what ${path} takes`),
    ...(command && !/^[a-z-]+( [a-z-]+){0,2}$/.test(command.name)
      ? ['a command has one to three words']
      : []),
  ]
}

function undescribed(schema: JsonObject, above = ''): string[] {
  return Object.entries(isJsonObject(schema.properties) ? schema.properties : {}).flatMap(
    ([key, value]: [string, Json]) => {
      const property = isJsonObject(value) ? value : {}
      const own = typeof property.description === 'string' ? [] : [`${above}${key}`]
      return [...own, ...undescribed(property, `${above}${key}.`)]
    },
  )
}

/** Parameters of several forms whose refusal would only say that a value does not fit. */
function formless({ properties }: JsonObject): string[] {
  return Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([key, value]: [string, Json]) =>
    isJsonObject(value) && 'anyOf' in value && typeof value['x-form'] !== 'string' ? [key] : [],
  )
}

test.each(OPERATIONS.map((one) => [one.name, one] as const))('%s is declared whole', (_, operation) => {
  expect(faults(operation)).toEqual([])
})

test('names and commands are each given once, and no command of our own is replaced', () => {
  const names = OPERATIONS.map(({ name }) => name)
  expect(names.filter((one, i) => names.indexOf(one) !== i)).toEqual([])
  const commands = COMMANDS.map(({ name }) => name)
  expect(commands.filter((one, i) => commands.indexOf(one) !== i)).toEqual([])
  const ours = COMMANDS.filter(({ operation }) => operation === undefined).map(({ name }) => name)
  const groups = COMMANDS.flatMap(({ name }) => (name.includes(' ') ? [name.replace(/ .*/, '')] : []))
  expect(groups.filter((one) => ours.includes(one))).toEqual([])
})

describe('a fault of a declaration is seen', () => {
  const text = { type: 'string', description: 'A text.' }
  const withInput = (properties: JsonObject): Operation => ({
    ...addNote,
    input: { type: 'object', additionalProperties: false, properties },
  })
  test.each<readonly [string, Operation]>([
    ['every command has --strict: name it in x-flag', withInput({ strict: { ...text, type: 'boolean' } })],
    [
      'every command has --color: name it in x-flag',
      withInput({ ask: { ...text, 'x-flag': { name: 'no-color' } } }),
    ],
    ['two flags are --tags', withInput({ a: { ...text, properties: { tags: text } }, tags: text })],
    [
      'no x-form says what a takes',
      withInput({ a: { anyOf: [text, { type: 'array', items: text }], description: 'A.' } }),
    ],
    ['a has no description', withInput({ a: { type: 'string' } })],
    ['n is no text', withInput({ n: { ...text, type: 'integer', 'x-flag': { argument: true } } })],
    ['the input is no closed object', { ...addNote, input: { type: 'object' } }],
    ['what only reads destroys nothing', { ...addNote, readOnly: true, destructive: true }],
  ])('%s', (fault, operation) => {
    expect(faults(operation)).toEqual([fault])
  })
})
