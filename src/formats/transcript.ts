import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'

/** A longer text of one message is shortened in its middle: it is a file or the output of a command. */
const MOST_OF_ONE = 2000
const MAX_DEPTH = 8

/** Where agents keep what was said and done; what they thought is left out. */
const KEYS = [
  'text',
  'content',
  'parts',
  'name',
  'input',
  'args',
  'arguments',
  'output',
  'result',
  'toolCalls',
]
const THOUGHTS = ['thinking', 'redacted_thinking', 'reasoning', 'thought']

/**
 * The last messages of an agent's transcript as text, `most` characters at most: JSON Lines, or one JSON object with a list of
 * messages. Agents differ and change, so only the usual names of fields are looked for; a line of another form is left out.
 */
export function transcriptText(transcript: string, most: number): string {
  const blocks: string[] = []
  let length = 0
  for (const entry of entriesOf(transcript).reverse()) {
    const block = blockOf(entry)
    if (block === null) continue
    length += block.length + 1
    if (length > most) break
    blocks.push(block)
  }
  return blocks.reverse().join('\n')
}

function entriesOf(transcript: string): JsonObject[] {
  const whole = parsed(transcript)
  if (isJsonObject(whole) && Array.isArray(whole.messages)) return whole.messages.filter(isJsonObject)
  return transcript.split('\n').flatMap((line) => {
    const value = parsed(line)
    return isJsonObject(value) ? [value] : []
  })
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}

function blockOf(entry: JsonObject): string | null {
  const inner = [entry.message, entry.payload].find(isJsonObject) ?? entry
  const said = textsIn(inner, 0)
    .map((text) => text.trim())
    .filter((text) => text !== '')
  if (said.length === 0) return null
  const who = [inner.role, entry.role, inner.type, entry.type].find((one) => typeof one === 'string')
  return `${who ?? 'message'}: ${said.map(shortened).join('\n')}`
}

function textsIn(value: Json | undefined, depth: number): string[] {
  if (typeof value === 'string') return [value]
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, depth + 1))
  if (!isJsonObject(value) || THOUGHTS.includes(String(value.type))) return []
  return KEYS.flatMap((key) => {
    const inner = value[key]
    const isArguments = (key === 'input' || key === 'args') && isJsonObject(inner)
    return isArguments ? [JSON.stringify(inner)] : textsIn(inner, depth + 1)
  })
}

function shortened(text: string): string {
  if (text.length <= MOST_OF_ONE) return text
  const half = MOST_OF_ONE / 2
  const left = text.length - MOST_OF_ONE
  return `${text.slice(0, half)}\n[${left} characters left out]\n${text.slice(-half)}`
}
