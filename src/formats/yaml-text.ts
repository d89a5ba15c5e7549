import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'
import { replaceUnsafe } from '../core/safe-text.ts'
import { lineScalar, quoted, scalar } from './yaml-scalar.ts'

/** A list of scalars, or a row of them, stands on one line up to this many characters. */
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
  return Object.entries(map).flatMap(([key, value]) => withHead(`${indent}${keyScalar(key)}:`, value, indent))
}

/** What stands behind a head, or below it when it is a map or a long list. */
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
  const inner = `${indent}  `
  if (!isJsonObject(item)) return withHead(`${indent}-`, item, indent)
  const flow = flowMap(item)
  if (flow !== null) return [`${indent}- ${flow}`]
  const [first, ...rest] = mapLines(item, inner)
  return first === undefined ? [`${indent}- {}`] : [`${indent}- ${first.slice(inner.length)}`, ...rest]
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
  if (typeof value === 'string') return value.includes('\n') ? null : textScalar(value, scalar)
  return typeof value === 'object' && value !== null ? null : String(value)
}

function scalarValue(value: string | number | boolean | null, indent: string): string {
  if (typeof value !== 'string') return String(value)
  return literalBlock(value, indent) ?? textScalar(value, lineScalar)
}

/** Keys of metadata start with an underline, which means nothing to YAML. */
function keyScalar(key: string): string {
  return /^_[a-z][a-z_]*$/.test(key) ? key : textScalar(key, scalar)
}

/** The text as a scalar of one line: as the writer has it, unless there is something unseen in it. */
function textScalar(text: string, write: (text: string) => string): string {
  return isSeen(text) ? write(text) : replaceUnsafe(quoted(text), escaped)
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
