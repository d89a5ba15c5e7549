import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { type Json, pointerStep } from '../../core/json.ts'
import type { Data, DataNode, ParseProblem, Range } from '../../core/source.ts'
import { type LineStarts, lineStarts, placeOf } from '../../core/text.ts'

/** Values that a text may hold, as in YAML. */
const MAX_NODES = 60_000

/** Levels of `{` and `[`: records are flat. */
const MAX_DEPTH = 64

type Fault = Range & {
  readonly message: string
  readonly help: string
  readonly rule?: ParseProblem['rule']
}

const WRITE_JSON =
  'Write JSON (RFC 8259): no comments, no trailing commas, every key and text in double quotes.'

/** Message by the parser's error code: its own names are for programmers. */
const EXPLAINED: { readonly [code: string]: string } = {
  InvalidSymbol: 'The word is not a JSON value',
  InvalidNumberFormat: 'The number is not written as JSON allows',
  PropertyNameExpected: 'A key in double quotes is missing',
  ValueExpected: 'A value is missing',
  ColonExpected: '`:` is missing after the key',
  CommaExpected: '`,` is missing before the next value',
  CloseBraceExpected: '`}` is missing',
  CloseBracketExpected: '`]` is missing',
  EndOfFileExpected: 'Text follows the end of the JSON value',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'The closing quote of a text is missing',
  UnexpectedEndOfNumber: 'A number is not complete',
  InvalidUnicode: 'A `\\u` escape is not complete',
  InvalidEscapeCharacter: 'The escape after `\\` is not one of JSON',
  InvalidCharacter: 'A text holds a bare control character',
}

/**
 * Parses a text as one JSON value (RFC 8259) with the places of all its nodes. Never throws: what is not JSON, repeats a
 * key, or holds a lone surrogate is a `syntax` problem; too deep or too many values is a `size-limit` problem. A number
 * that a double cannot hold stays the text it was written as.
 */
export function parseJson(
  text: string,
  range: Range = { start: 0, end: text.length },
  starts: LineStarts = lineStarts(text),
  form: JsonForm = 'strict',
): { data: Data } | { problem: ParseProblem } {
  const start = range.start === 0 && text.startsWith('\ufeff') ? 1 : range.start
  const source = text.slice(start, range.end)
  const parsed = parseSource(source, start, form)
  if ('data' in parsed) return parsed
  const { rule = 'syntax', message, help } = parsed.fault
  const place = placeOf(starts, start + parsed.fault.start, start + parsed.fault.end)
  return { problem: { rule, place, message, help } }
}

/** Settings of other tools may have comments, commas behind the last value, and repeated keys: the last one counts. */
export type JsonForm = 'strict' | 'settings'

function parseSource(source: string, offset: number, form: JsonForm): { data: Data } | { fault: Fault } {
  const over = sizeFault(source)
  if (over) return { fault: over }
  const errors: ParseError[] = []
  const isStrict = form === 'strict'
  const root = parseTree(source, errors, { disallowComments: isStrict, allowTrailingComma: !isStrict })
  const [first] = errors
  if (first) return { fault: explained(first, source) }
  if (!root) return { fault: { start: 0, end: 0, message: 'The file is empty', help: WRITE_JSON } }
  const walk: Walk = { source, offset, nodes: new Map(), fault: null }
  const value = toValue(root, { pointer: '', key: null }, walk)
  if (isStrict && walk.fault) return { fault: walk.fault }
  return !isStrict || isJson(source)
    ? { data: { value, nodes: walk.nodes, comments: [] } }
    : { fault: { start: 0, end: 0, message: 'The text is not JSON', help: WRITE_JSON } }
}

/** The tree is built by calls within calls: how deep they go is known before. */
function sizeFault(source: string): Fault | null {
  let depth = 0
  let values = 0
  for (let at = 0; at < source.length; at++) {
    const unit = source[at]
    if (unit === '"') at = endOfText(source, at)
    else if (unit === '{' || unit === '[') depth += 1
    else if (unit === '}' || unit === ']') depth -= 1
    if (unit === ',' || unit === '{' || unit === '[') values += 1
    if (depth > MAX_DEPTH)
      return overLimit(
        at,
        `The data is nested more than ${MAX_DEPTH} levels deep`,
        'Nest the data less deeply.',
      )
    if (values > MAX_NODES)
      return overLimit(at, `The JSON holds more than ${MAX_NODES} values`, 'Split the file.')
  }
  return null
}

/** Where a text's closing quote is; the end of the source when it has none. */
function endOfText(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at += 1
    else if (source[at] === '"' || source[at] === '\n') return at
  }
  return source.length
}

function overLimit(start: number, what: string, help: string): Fault {
  return { rule: 'size-limit', start, end: start + 1, message: what, help }
}

function explained({ error, offset, length }: ParseError, source: string): Fault {
  const start = Math.min(offset, source.length)
  const message = EXPLAINED[printParseErrorCode(error)] ?? 'The text is not JSON'
  return { start, end: Math.min(start + length, source.length), message, help: WRITE_JSON }
}

type Walk = {
  readonly source: string
  readonly offset: number
  readonly nodes: Map<string, DataNode>
  fault: Fault | null
}

type Position = { readonly pointer: string; readonly key: Node | null }

function toValue(node: Node, { pointer, key }: Position, walk: Walk): Json {
  const moved = ({ offset, length }: Node): Range => {
    return { start: walk.offset + offset, end: walk.offset + offset + length }
  }
  walk.nodes.set(pointer, { pointer, key: key && moved(key), value: moved(node) })
  if (node.type === 'object') return objectValue(node, pointer, walk)
  if (node.type === 'array') {
    return (node.children ?? []).map((child, i) =>
      toValue(child, { pointer: `${pointer}/${i}`, key: null }, walk),
    )
  }
  if (node.type === 'number') return numberValue(node, walk)
  if (node.type === 'string') return wellFormed(node, walk)
  return node.value as Json
}

function objectValue(node: Node, pointer: string, walk: Walk): Json {
  const value: { [key: string]: Json } = Object.create(null)
  for (const { children: [name, inner] = [] } of node.children ?? []) {
    if (!name || !inner) continue
    const key = wellFormed(name, walk)
    if (Object.hasOwn(value, key)) {
      walk.fault ??= {
        ...rangeOf(name),
        message: 'This key has a second value',
        help: 'Keep one of the two.',
      }
    }
    value[key] = toValue(inner, { pointer: `${pointer}/${pointerStep(key)}`, key: name }, walk)
  }
  return value
}

function numberValue(node: Node, { source }: Walk): Json {
  const written = source.slice(node.offset, node.offset + node.length)
  const value = Number(written)
  const isKept = Number.isFinite(value) && (Number.isSafeInteger(value) || !/^-?\d+$/.test(written))
  return isKept ? value : written
}

function wellFormed(node: Node, walk: Walk): string {
  const value = String(node.value)
  if (!value.isWellFormed()) {
    const message = 'Half of a surrogate pair is not a character'
    walk.fault ??= {
      ...rangeOf(node),
      message,
      help: 'Write the character itself, or both halves of its escape.',
    }
  }
  return value
}

function rangeOf({ offset, length }: Node): Range {
  return { start: offset, end: offset + length }
}

/** The parser lets a few things pass that are not JSON, such as trailing commas in some places. */
function isJson(source: string): boolean {
  try {
    JSON.parse(source)
    return true
  } catch {
    return false
  }
}
