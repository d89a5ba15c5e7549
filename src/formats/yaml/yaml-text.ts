import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts'
import { replaceUnsafe } from '../../core/messages.ts'
import { once } from '../../core/text.ts'

/** A list of scalars, or a row of them, is on one line up to this many characters. */
const LONGEST_FLOW = 100

/** Most texts: they need no closer look. */
const PRINTABLE = /^[ -~]*$/
const PRINTABLE_LINES = /^[\n\t -~]*$/

/** Characters that no YAML text may hold bare and that `replaceUnsafe` lets pass. */
const NOT_YAML = /[\ufffe\uffff]/

/**
 * Data as a YAML text that readers of YAML 1.1 and 1.2 read back as the same data: block maps and lists, texts of several
 * lines as literal blocks. Nothing unseen is left in it: control, invisible and direction-changing characters are escaped.
 * Numbers must be whole.
 */
export function yamlText(map: JsonObject): string {
  const lines = mapLines(map, '')
  return lines.length === 0 ? '{}\n' : `${lines.join('\n')}\n`
}

function mapLines(map: JsonObject, indent: string): string[] {
  return Object.entries(map).flatMap(([key, value]) => memberLines(key, value, indent))
}

/** A member of a block map, each of its lines, with an indent. */
function memberLines(key: string, value: Json, indent: string): string[] {
  return splitLines(withHead(`${indent}${keyScalar(key)}:`, value, indent))
}

/** What follows the colon of a member: on its line, then on lines below. */
export function valueLines(value: Json, indent: string): string[] {
  return splitLines(withHead('', value, indent))
}

/** An item of a block list, each of its lines, with an indent; a map has a line for each member. */
export function listItemLines(item: Json, indent: string): string[] {
  if (!isJsonObject(item)) return splitLines(withHead(`${indent}-`, item, indent))
  const inner = `${indent}  `
  const [first = '{}', ...rest] = mapLines(item, inner)
  return [`${indent}- ${first.trimStart()}`, ...rest]
}

/** A literal block is one text of several lines. */
function splitLines(texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.split('\n'))
}

/** The text behind a head, or below it when it is a map or a long list. */
function withHead(head: string, value: Json, indent: string): string[] {
  const inner = `${indent}  `
  if (isJsonObject(value)) {
    const lines = mapLines(value, inner)
    return lines.length === 0 ? [`${head} {}`] : [head, ...lines]
  }
  if (!isList(value)) return [`${head} ${scalarValue(value, inner)}`]
  const flow = flowList(value)
  return flow === null ? [head, ...value.flatMap((item) => itemLines(item, inner))] : [`${head} ${flow}`]
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function itemLines(item: Json, indent: string): string[] {
  const flow = isJsonObject(item) ? flowMap(item) : null
  return flow === null ? listItemLines(item, indent) : [`${indent}- ${flow}`]
}

/** A row of scalars and short lists on one line; null for a map that holds more, or would be long. */
function flowMap(map: JsonObject): string | null {
  const fields = Object.entries(map).map(([key, value]) => {
    const shown = isList(value) ? flowList(value) : flowScalar(value)
    return shown === null ? null : `${keyScalar(key)}: ${shown}`
  })
  const flow = `{ ${fields.join(', ')} }`
  return fields.includes(null) || fields.length === 0 || flow.length > LONGEST_FLOW ? null : flow
}

/** Scalars on one line; null for a list that holds more than scalars, or would be long. */
function flowList(items: readonly Json[]): string | null {
  const scalars = items.map(flowScalar)
  const flow = `[${scalars.join(', ')}]`
  return scalars.includes(null) || flow.length > LONGEST_FLOW ? null : flow
}

function flowScalar(value: Json): string | null {
  if (typeof value === 'string') return value.includes('\n') ? null : textScalar(value, yamlScalar)
  return typeof value === 'object' && value !== null ? null : String(value)
}

function scalarValue(value: string | number | boolean | null, indent: string): string {
  if (typeof value !== 'string') return String(value)
  return literalBlock(value, indent) ?? textScalar(value, yamlLineScalar)
}

/** Keys of metadata start with an underline, which means nothing to YAML. */
export function keyScalar(key: string): string {
  return /^_[a-z][a-z_]*$/.test(key) ? key : textScalar(key, yamlScalar)
}

/** The text as a scalar of one line: as the writer has it, unless there is something unseen in it. */
function textScalar(text: string, write: (text: string) => string): string {
  return isSeen(text) ? write(text) : replaceUnsafe(quoteYaml(text), escaped)
}

/** A text of several lines as a literal block; null for one that such a block cannot hold, or not visibly. */
function literalBlock(text: string, indent: string): string | null {
  if (!text.includes('\n') || NOT_YAML.test(text)) return null
  const lines = text.split('\n')
  const isHidden = !PRINTABLE_LINES.test(text) && !isSeen(text.replaceAll(/[\n\t]/g, ' '))
  if (isHidden || text.startsWith('\n') || text.endsWith('\n\n') || lines.some(isBlank)) return null
  const isEnded = lines.at(-1) === ''
  const header = `|${/^[ \t]/.test(text) ? '2' : ''}${isEnded ? '' : '-'}`
  const shown = (isEnded ? lines.slice(0, -1) : lines).map((line) => (line === '' ? '' : indent + line))
  return [header, ...shown].join('\n')
}

function isBlank(line: string): boolean {
  return line !== '' && line.trim() === ''
}

function isSeen(text: string): boolean {
  return PRINTABLE.test(text) || replaceUnsafe(text, () => '') === text
}

/** An escape of double-quoted YAML; a character beyond the first plane is one escape, not two. */
function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`
}

/** Starts with a letter and holds nothing that YAML could take for a mark, not even inside a flow list. */
const PLAIN = once(() => /^\p{L}(?:[\p{L}\p{M}\p{N} _./+()-]|(?<! )#)*$/u)

/** Most of those: to build the other one takes milliseconds. */
const PLAIN_LATIN =
  /^[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af][A-Za-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af _./+()-]*$/

/** The same for a value that has the rest of its line to itself. No colon: what follows one decides what it means. */
const PLAIN_LINE = once(() => /^\p{L}(?:(?![:#])[\p{L}\p{M}\p{N}\p{P}\p{S} ]|(?<! )#)*$/u)

/** Words that YAML 1.1 or 1.2 reads as something other than text; readers of 1.1 take `e1` for a number. */
const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null|e[-+]?\d+)$/i

/** Characters that JSON leaves bare and YAML takes for a line break, a byte order mark or nothing printable. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

/** A text as a YAML scalar: plain where YAML 1.1 and 1.2 both read it back as the same text, else double-quoted. */
export function yamlScalar(text: string): string {
  const isPlain = PLAIN_LATIN.test(text) || PLAIN().test(text)
  return isPlain && !text.endsWith(' ') && !RESERVED.test(text) ? text : quoteYaml(text)
}

/** The same for a value alone on its line, where commas, brackets and quotes within it mean nothing. */
export function yamlLineScalar(text: string): string {
  return PLAIN_LINE().test(text) && !text.endsWith(' ') && !RESERVED.test(text) ? text : quoteYaml(text)
}

/** A value as one line of JSON that is also YAML. */
export function quoteYaml(value: Json): string {
  return JSON.stringify(value).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
