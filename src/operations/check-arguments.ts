import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'
import { safeText } from '../core/messages.ts'
import type { OperationFace, Refusal } from '../core/operation.ts'
import { findControl } from '../formats/hidden-text.ts'
import { checkSchema, type SchemaProblem } from '../formats/schema.ts'

/** More text than any memory file may hold is refused. */
const MOST_CHARACTERS = 1_048_576

/** Arguments nested deeper than this are refused. */
const DEEPEST = 32

/** At most so many problems are reported; the others appear once these are fixed. */
const MOST_PROBLEMS = 8

/** The advice for wrong arguments. */
export const CALL_AGAIN = 'Fix that, then call the tool again.'

/** The arguments of a call in the form that an operation takes, or what is wrong with them in words that an agent can act on. */
export function checkArguments(
  given: unknown,
  { name, input }: OperationFace,
): { args: JsonObject } | Refusal {
  const args = asJson(given)
  if (!isJsonObject(args)) return wrongUse(`The arguments of ${name} are not an object`, CALL_AGAIN)
  const size = JSON.stringify(args).length
  if (size > MOST_CHARACTERS) {
    const long = checkSchema(ownTexts(args, input), { ...input, required: [] })
    if (long.length > 0) return refusalOf(long)
    return wrongUse(
      `The arguments have ${size} characters, and at most ${MOST_CHARACTERS} are allowed`,
      'Use fewer words, or several calls.',
    )
  }
  if (depth(args) > DEEPEST) return wrongUse('The arguments are nested too deep', CALL_AGAIN)
  for (const { name, text } of textsIn(args, '')) {
    const control = findControl(name, text)
    if (control) return control
  }
  const problems = checkSchema(args, input)
  return problems.length === 0 ? { args } : refusalOf(problems)
}

/** The texts that have a limit of their own: few, however many arguments there are. */
function ownTexts(args: JsonObject, { properties }: JsonObject): JsonObject {
  const known = isJsonObject(properties) ? Object.keys(properties) : []
  return Object.fromEntries(
    known.flatMap((name): [string, Json][] => {
      const value = Object.hasOwn(args, name) ? args[name] : undefined
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}

function refusalOf(problems: readonly SchemaProblem[]): Refusal {
  const guesses = problems.flatMap(({ help }) => (help.startsWith('Did you mean') ? [help] : []))
  return wrongUse(
    safeText(problems.slice(0, MOST_PROBLEMS).map(describe).join('; ')),
    safeText([...new Set(guesses), CALL_AGAIN].join(' ')),
  )
}

/** Nothing of the memory was judged. */
function wrongUse(refusal: string, help: string): Refusal {
  return { refusal, help, failure: 'use' }
}

function describe({ pointer, missing, message }: SchemaProblem): string {
  const name = pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
  const about = missing === undefined ? message : message.replace('Missing field', 'Missing parameter')
  return name === '' ? about : `${name}: ${about}`
}

/** The value as JSON carries it; undefined for a value that JSON cannot hold. */
function asJson(given: unknown): Json | undefined {
  try {
    return JSON.parse(JSON.stringify(given ?? {})) as Json
  } catch {
    return undefined
  }
}

function depth(value: Json): number {
  let deepest = 0
  for (let level: readonly Json[] = [value]; level.length > 0 && deepest <= DEEPEST; deepest += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return deepest
}

/** A text among the arguments, and its name. */
export type NamedText = { readonly name: string; readonly text: string }

/** The texts of a value, in any depth. */
export function textsIn(value: Json, name: string): NamedText[] {
  if (typeof value === 'string') return [{ name, text: value }]
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([key, inner]) =>
      textsIn(inner, name === '' ? key : `${name}.${key}`),
    )
  }
  return Array.isArray(value) ? value.flatMap((item: Json, i) => textsIn(item, `${name}.${i}`)) : []
}
