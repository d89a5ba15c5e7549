import { isJsonObject, type Json, type JsonObject } from './json.ts'

/** The user asked wrongly: one line, what to do, exit 2. Anything else that is thrown is a bug. */
export class UserError extends Error {
  readonly hint: string
  constructor(message: string, hint = '', cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'UserError'
    this.hint = hint
  }
}

/** By name: a bundle that is loaded later has a copy of the class, so `instanceof` would fail. */
export function isUserError(error: unknown): error is UserError {
  return error instanceof Error && error.name === 'UserError'
}

/** What a call says of itself is wrong: no memory was judged, and nothing was read or written for it. */
export class WrongUse extends UserError {
  readonly failure = 'use'
}

/**
 * Characters that must not reach a terminal, a log or a reader unseen: C0 and C1 controls, line and paragraph
 * separators, bidi controls, zero-width and other invisible characters, Unicode tags, lone surrogates.
 */
const UNSAFE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|[\ufe00-\ufe0d]|[\u{e0000}-\u{e0fff}]/gu

/** Most texts: printable ASCII that the runner does not look at. */
const PLAIN = /^[ !"$-~]*$/
const PLAIN_LINES = /^[\n\t -~]*$/

/** Shows untrusted text in one line: unsafe characters as `\uXXXX`, and `##[`, which GitHub's runner obeys, broken up. */
export function safeText(text: string): string {
  if (PLAIN.test(text)) return text
  return replaceUnsafe(text, escapeCharacter).replaceAll('##[', '##\\u005b')
}

/** Puts something else in the place of each character that must not be shown as it is; a pair of surrogates is one. */
export function replaceUnsafe(text: string, by: (character: string) => string): string {
  return text.replace(UNSAFE, by)
}

/** Shows a path: as `safeText`, and never able to start a workflow command. */
export function safePath(path: string): string {
  const shown = safeText(path)
  return shown.trimStart().startsWith('::') ? `./${shown.trimStart()}` : shown
}

/** Shows one line of a text unchanged, with its indent: as `safeText`, and no workflow command. */
export function safeLine(line: string): string {
  return safeText(line).replace(/^([\s\p{Z}]*):(?=:)/u, '$1\\u003a')
}

/** Shows a text of several lines to a reader that is no terminal: as `safeText`, but line breaks and tabs stay. */
export function safeLines(text: string): string {
  if (PLAIN_LINES.test(text)) return text
  return replaceUnsafe(text.replaceAll('\r\n', '\n'), (character) =>
    character === '\n' || character === '\t' ? character : escapeCharacter(character),
  )
}

function escapeCharacter(character: string): string {
  return [...Array(character.length).keys()]
    .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('')
}

/** The same data with every text and key in it as `safeLines` shows it. */
export function safeData(data: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [safeLines(key), safeValue(value)]))
}

function safeValue(value: Json): Json {
  if (typeof value === 'string') return safeLines(value)
  if (isJsonObject(value)) return safeData(value)
  return isList(value) ? value.map(safeValue) : value
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

/** A text as one word of POSIX sh, in which nothing is expanded. It must not hold NUL, which no shell can pass on. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** A word of a command that people copy: quoted only where it has to be. */
export function shellWord(text: string): string {
  return /^[\w./@%+=:,-]+$/.test(text) ? text : quoteForShell(text)
}

/** The first of some names, and how many more there are: `a.md, b.md and 3 more`. */
export function firstNames(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : ''
  return `${names.slice(0, most).join(', ')}${more}`
}
