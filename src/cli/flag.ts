import { InvalidArgumentError } from 'commander'
import { isCalendarDate, timestampOf } from '../core/date.ts'
import type { Json } from '../core/json.ts'
import { MOST_SHARDS, parseShard } from '../core/shard.ts'
import type { OperationFlag } from '../operations/operation-flags.ts'

/** One flag of the command line; help texts and the table in docs/commands.md are made from it. */
export type Flag = {
  /** As commander reads it: `-C, --cwd <dir>`. */
  readonly flags: string
  readonly summary: string
  /** The only commands that have it; every command when absent. */
  readonly commands?: readonly string[]
  /** Also of the commands of operations that ask models. */
  readonly ofAsking?: true
  readonly choices?: readonly string[]
  readonly conflicts?: readonly string[]
  /** May be given several times: the value is a list. */
  readonly repeats?: true
  /** Left out of help. */
  readonly hidden?: true
  /** Turns the text given into the value; throws commander's `InvalidArgumentError`. */
  readonly parse?: (text: string) => Json
}

/** Refuses an empty text: a script's unset variable gives one, and that is not the same as no flag. */
export function parseText(text: string): string {
  if (text !== '') return text
  throw new InvalidArgumentError('Expected some text.')
}

/** Names with commas between them. */
export function parseNames(text: string): readonly string[] {
  const names = text.split(',').flatMap((name) => name.trim() || [])
  if (names.length > 0) return names
  throw new InvalidArgumentError('Expected names, separated by commas.')
}

/** A number without sign, of nine digits at most. */
export function parseWholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number.')
}

/** A shard, I/N. */
export function parseShardFlag(text: string): string {
  if (parseShard(text)) return text
  throw new InvalidArgumentError(`Expected I/N, such as 3/8, with 1 ≤ I ≤ N ≤ ${MOST_SHARDS}.`)
}

/** A day that is in the calendar, or an instant. */
export function parseMoment(text: string): string {
  if (isCalendarDate(text) || timestampOf(text) !== null) return text
  throw new InvalidArgumentError('Expected a calendar date, YYYY-MM-DD, or an instant, YYYY-MM-DDTHH:MM:SSZ.')
}

/** A number as JSON has it. */
function parseNumber(text: string): number {
  if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a number.')
}

/** Yes or no. */
function parseBoolean(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw new InvalidArgumentError('Expected true or false; arguments go before this flag.')
}

/** The parts of a text such as `a,b`. */
function parseList(text: string): readonly string[] {
  return parseText(text)
    .split(',')
    .map((part) => part.trim())
}

/** The value of a JSON text. */
function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    throw new InvalidArgumentError('Expected JSON.')
  }
}

/** The arguments of an operation as commander reads them: `<task> [files...]`; empty for none. */
export function operationArguments(all: readonly OperationFlag[]): string {
  return all
    .filter(({ isArgument }) => isArgument)
    .map(({ name, type, required }) => {
      const text = type === 'texts' ? `${name}...` : name
      return required ? `<${text}>` : `[${text}]`
    })
    .join(' ')
}

/** The flags of an operation as the command line has them. */
export function commandFlags(all: readonly OperationFlag[]): readonly Flag[] {
  return all.filter(({ isArgument }) => !isArgument).flatMap(spellings)
}

function spellings(flag: OperationFlag): Flag[] {
  const { name, alias, type, choices, mayBeEmpty } = flag
  const place = placeOf(flag)
  const own: Flag = {
    flags: `--${name}${place}`,
    summary: summaryOf(flag),
    ...(choices && !isList(type)
      ? { choices }
      : place !== '' && { parse: mayBeEmpty ? orEmpty(type) : PARSERS[type] }),
    ...(isList(type) && { repeats: true }),
  }
  return alias === undefined ? [own] : [own, { ...own, flags: `--${alias}${place}`, hidden: true }]
}

function placeOf({ name, type, value }: OperationFlag): string {
  if (name.startsWith('no-')) return ''
  return type === 'boolean' ? ' [boolean]' : ` <${value}>`
}

function summaryOf({ summary, type, choices = [], required, stdin }: OperationFlag): string {
  const named = choices.length > 0 ? `: ${choices.join(', ')}` : ''
  const list =
    type === 'list' ? ` (separated by commas${named})` : type === 'texts' ? `; may be repeated${named}` : ''
  if (stdin !== undefined)
    return `${summary}${list}; ${required ? 'when absent, standard input is read' : '- reads standard input'}`
  return `${summary}${list}${required ? '; required' : ''}`
}

function isList(type: OperationFlag['type']): boolean {
  return type === 'list' || type === 'texts'
}

/** The same parser, which takes an empty text: of a list it is an empty one. */
function orEmpty(type: OperationFlag['type']): (text: string) => Json {
  return (text) => (text === '' ? (isList(type) ? [] : '') : PARSERS[type](text))
}

const PARSERS: { readonly [type in OperationFlag['type']]: (text: string) => Json } = {
  text: parseText,
  integer: parseWholeNumber,
  number: parseNumber,
  boolean: parseBoolean,
  list: parseList,
  texts: parseText,
  json: parseJson,
}
