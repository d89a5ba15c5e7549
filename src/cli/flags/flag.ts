import { InvalidArgumentError } from 'commander'
import { isCalendarDate } from '../../core/date.ts'
import type { Json } from '../../core/json.ts'
import { MOST_SHARDS, parseShard } from '../../core/shard.ts'

/** One flag of the command line: the table that help texts and the README's table are made from. */
export type Flag = {
  /** As commander reads it: `-C, --cwd <dir>`. */
  readonly flags: string
  readonly summary: string
  /** What the help of a command says instead, where a flag is not the same to each of its commands. */
  readonly per?: { readonly [command: string]: string }
  /** The only commands that have it; every command when absent. */
  readonly commands?: readonly string[]
  readonly choices?: readonly string[]
  readonly conflicts?: readonly string[]
  /** May be given several times: the value is a list. */
  readonly repeats?: true
  /** Left out of help. */
  readonly hidden?: true
  /** Turns the text given into the value; throws commander's `InvalidArgumentError`. */
  readonly parse?: (text: string) => Json
}

/** A variable of a script that was never set gives an empty text: that is not the same as no flag. */
export function someText(text: string): string {
  if (text !== '') return text
  throw new InvalidArgumentError('Expected some text.')
}

/** A number without sign, of nine digits at most. */
export function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number.')
}

/** Which of how many shares. */
export function shardNumber(text: string): string {
  if (parseShard(text)) return text
  throw new InvalidArgumentError(`Expected I/N, such as 3/8, with 1 ≤ I ≤ N ≤ ${MOST_SHARDS}.`)
}

/** A day that is in the calendar. */
export function calendarDate(text: string): string {
  if (isCalendarDate(text)) return text
  throw new InvalidArgumentError('Expected a calendar date, YYYY-MM-DD.')
}

/** A number as JSON has it. */
export function plainNumber(text: string): number {
  if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a number.')
}

/** Yes or no. */
export function trueOrFalse(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw new InvalidArgumentError('Expected true or false; arguments go before this flag.')
}

/** The parts of a text such as `a,b`. */
export function commaList(text: string): readonly string[] {
  return someText(text)
    .split(',')
    .map((part) => part.trim())
}

/** What a text of JSON says. */
export function jsonValue(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    throw new InvalidArgumentError('Expected JSON.')
  }
}
