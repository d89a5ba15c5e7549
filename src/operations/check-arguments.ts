import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'
import type { Operation, Refusal } from '../core/operation.ts'
import { safeText } from '../core/safe-text.ts'
import { checkSchema, type SchemaProblem } from '../formats/schema.ts'

/** More text than any memory file may hold is no argument. */
const MOST_CHARACTERS = 1_048_576

/** No schema of an operation is deeper. */
const DEEPEST = 32

/** Problems beyond these are reported when these are fixed. */
const MOST_PROBLEMS = 8

/** What an agent does about wrong arguments. */
export const CALL_AGAIN = 'Call the tool again with arguments that fit its input schema.'

/** The arguments of a call as an operation may have them, or what is wrong with them in words that an agent can act on. */
export function checkArguments(given: unknown, { name, input }: Operation): { args: JsonObject } | Refusal {
  const args = asJson(given)
  if (!isJsonObject(args))
    return { refusal: `Unexpected arguments of ${name}, expected an object`, help: CALL_AGAIN }
  const size = JSON.stringify(args).length
  if (size > MOST_CHARACTERS) {
    return {
      refusal: `Unexpected arguments of ${size} characters, expected at most ${MOST_CHARACTERS}`,
      help: 'Say it in fewer words, or in several calls.',
    }
  }
  if (depth(args) > DEEPEST)
    return { refusal: 'Unexpected arguments that are nested too deep', help: CALL_AGAIN }
  const problems = checkSchema(args, input)
  if (problems.length === 0) return { args }
  const guesses = problems.flatMap(({ help }) => (help.startsWith('Did you mean') ? [help] : []))
  return {
    refusal: safeText(problems.slice(0, MOST_PROBLEMS).map(said).join('; ')),
    help: safeText([...new Set(guesses), CALL_AGAIN].join(' ')),
  }
}

function said({ pointer, missing, message }: SchemaProblem): string {
  const name = pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
  const about = missing === undefined ? message : message.replace('Missing field', 'Missing parameter')
  return name === '' ? about : `${name}: ${about}`
}

/** What survives JSON; undefined for what is none. */
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
