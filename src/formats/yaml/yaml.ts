import {
  Composer,
  type Document,
  isMap,
  isScalar,
  isSeq,
  type ParsedNode,
  Parser,
  type Scalar,
  type YAMLError,
  type YAMLMap,
} from 'yaml'
import { type Json, pointerStep } from '../../core/json.ts'
import { UserError } from '../../core/messages.ts'
import type { Data, DataNode, ParseProblem, Range } from '../../core/source.ts'
import { type LineStarts, lineStarts, placeOf } from '../../core/text.ts'
import type { SchemaProblem } from '../schema.ts'
import { type PlainYaml, readPlainYaml } from './plain-yaml.ts'
import { explainYamlError, MAX_DEPTH, scanYaml, tooDeep, tooMany, type YamlFault } from './yaml-scan.ts'

/** Values that a text may hold: 1 MiB of them, or of anything else, is read or refused in under a second. */
const MAX_NODES = 60_000

const STRICT = {
  version: '1.2',
  schema: 'core',
  strict: true,
  stringKeys: true,
  merge: false,
  prettyErrors: false,
  logLevel: 'error',
  // Comparing every key with every other takes quadratic time: `toData` looks keys up instead.
  uniqueKeys: false,
} as const

/**
 * Parses a part of a text as one YAML 1.2 document (core schema) with the places of all its nodes. Never throws: what is
 * not YAML, or YAML that memory has no use for (anchors, aliases, tags, directives, several documents, keys that are
 * not strings, unprintable characters), is a `syntax` problem; too deep or too many values is a `size-limit` problem.
 * A number that a JSON number cannot hold stays the text it was written as.
 */
export function parseYaml(
  text: string,
  range: Range = { start: 0, end: text.length },
  starts: LineStarts = lineStarts(text),
  { maxNodes = MAX_NODES }: { readonly maxNodes?: number } = {},
): { data: Data } | { problem: ParseProblem } {
  const start = range.start === 0 && text.startsWith('\ufeff') ? 1 : range.start
  const parsed = parseSafely(text.slice(start, range.end), start, maxNodes)
  if (!('fault' in parsed)) return parsed
  const { fault } = parsed
  const from = Math.min(start + fault.start, range.end)
  const to = Math.min(Math.max(start + fault.end, from), range.end)
  const place = placeOf(starts, from, to)
  return { problem: { rule: fault.rule ?? 'syntax', place, message: fault.message, help: fault.help } }
}

function parseSafely(
  source: string,
  offset: number,
  maxNodes: number,
): { data: Data } | { fault: YamlFault } {
  try {
    return parseSource(source, offset, maxNodes)
  } catch (error) {
    const reason = error instanceof RangeError ? 'too deep' : 'not readable'
    return {
      fault: { start: 0, end: 0, message: `The YAML is ${reason}`, help: 'Write it in a simpler way.' },
    }
  }
}

function parseSource(
  source: string,
  offset: number,
  maxNodes: number,
): { data: Data } | { fault: YamlFault } {
  const plain = readPlainYaml(source, maxNodes)
  if (plain) return { data: movedBy(plain, offset) }
  return parseWhole(source, offset, maxNodes)
}

function movedBy({ value, nodes }: PlainYaml, offset: number): Data {
  if (offset === 0) return { value, nodes, comments: [] }
  const moved = ({ start, end }: Range): Range => ({ start: start + offset, end: end + offset })
  const placed = [...nodes].map(
    ([pointer, node]) =>
      [pointer, { pointer, key: node.key && moved(node.key), value: moved(node.value) }] as const,
  )
  return { value, nodes: new Map(placed), comments: [] }
}

/** By the parser alone, whatever the text. */
export function parseWhole(
  source: string,
  offset: number,
  maxNodes: number,
): { data: Data } | { fault: YamlFault } {
  const scan = scanYaml(source, maxNodes)
  if ('fault' in scan) return scan
  const [document] = compose(scan.lexemes, source.length)
  const errors = [...(document?.errors ?? []), ...(document?.warnings ?? [])]
  const first = firstOf(errors)
  if (first) return { fault: explainYamlError(first, source) }
  return toData(document?.contents ?? null, { source, offset, maxNodes, comments: scan.comments })
}

function compose(lexemes: readonly string[], length: number): Document.Parsed<ParsedNode>[] {
  const parser = new Parser()
  const tokens = [...lexemes.flatMap((lexeme) => [...parser.next(lexeme)]), ...parser.end()]
  return [...new Composer<ParsedNode>(STRICT).compose(tokens, true, length)]
}

function firstOf(errors: readonly YAMLError[]): YAMLError | undefined {
  return errors.reduce<YAMLError | undefined>(
    (first, error) => (first && first.pos[0] <= error.pos[0] ? first : error),
    undefined,
  )
}

/** What the conversion needs to know of the text: ranges are in `source`, which starts at `offset` in the whole text. */
type YamlText = {
  readonly source: string
  readonly offset: number
  readonly maxNodes: number
  readonly comments: readonly Range[]
}

type Walk = YamlText & { readonly nodes: Map<string, DataNode>; fault: YamlFault | null }
type Position = {
  readonly pointer: string
  readonly depth: number
  readonly key: Range | null
  readonly at: number
}

/** An integer of the core schema, decimal, octal or hexadecimal. */
const INTEGER = /^(?:[-+]?\d+|0o[0-7]+|0x[\da-fA-F]+)$/

/** Turns parsed nodes into plain values with places; says so when keys repeat or a limit is passed. */
function toData(root: ParsedNode | null, text: YamlText): { data: Data } | { fault: YamlFault } {
  const walk: Walk = { ...text, nodes: new Map(), fault: null }
  const value = toValue(root, { pointer: '', depth: 0, key: null, at: 0 }, walk)
  if (walk.fault) return { fault: walk.fault }
  return {
    data: { value, nodes: walk.nodes, comments: text.comments.map((comment) => moved(comment, text.offset)) },
  }
}

function toValue(node: ParsedNode | null, position: Position, walk: Walk): Json {
  const { pointer, depth, key, at } = position
  const range = node ? { start: node.range[0], end: node.range[1] } : { start: at, end: at }
  walk.nodes.set(pointer, { pointer, key: key && moved(key, walk.offset), value: moved(range, walk.offset) })
  if (walk.nodes.size > walk.maxNodes) walk.fault ??= tooMany(range.start, walk.maxNodes)
  if (depth > MAX_DEPTH) walk.fault ??= tooDeep(range)
  if (walk.fault) return null
  if (isScalar(node)) return scalarValue(node, range, walk)
  if (isMap(node)) return mapValue(node, position, walk)
  if (!isSeq(node)) return null
  return node.items.map((item, i) => {
    const inner = { pointer: `${pointer}/${i}`, depth: depth + 1, key: null, at: range.end }
    return toValue(item as ParsedNode, inner, walk)
  })
}

function mapValue(map: YAMLMap, { pointer, depth }: Position, walk: Walk): Json {
  const value: { [key: string]: Json } = Object.create(null)
  for (const pair of map.items) {
    const keyNode = pair.key as Scalar.Parsed
    const key = String(keyNode.value)
    const range = { start: keyNode.range[0], end: keyNode.range[1] }
    if (range.start === range.end) walk.fault ??= missingKey(range)
    if (Object.hasOwn(value, key)) walk.fault ??= repeatedKey(key, range)
    if (hasLoneSurrogate(key)) walk.fault ??= loneSurrogate(range)
    if (walk.fault) return null
    const inner = { pointer: `${pointer}/${pointerStep(key)}`, depth: depth + 1, key: range, at: range.end }
    value[key] = toValue(pair.value as ParsedNode | null, inner, walk)
  }
  return value
}

/** JSON has no infinity, no not-a-number, no minus zero, and no integer past 2^53: those stay as written, or become 0. */
function scalarValue(node: Scalar.Parsed, range: Range, walk: Walk): Json {
  const { value, source } = node
  if (typeof value === 'string') {
    if (hasLoneSurrogate(value)) walk.fault ??= loneSurrogate(range)
    return value
  }
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value !== 'number' || !Number.isFinite(value)) return source
  return INTEGER.test(source) && !Number.isSafeInteger(value) ? source : value + 0
}

function hasLoneSurrogate(text: string): boolean {
  return /\p{Cs}/u.test(text)
}

function moved({ start, end }: Range, offset: number): Range {
  return { start: start + offset, end: end + offset }
}

function repeatedKey(key: string, range: Range): YamlFault {
  return {
    ...range,
    message: `The key ${JSON.stringify(key)} is in this map twice`,
    help: 'Keep one of the two.',
  }
}

function missingKey(range: Range): YamlFault {
  return {
    ...range,
    message: '`:` has no key before it',
    help: 'Write each line as `key: value`.',
  }
}

function loneSurrogate(range: Range): YamlFault {
  return {
    ...range,
    message: 'An escape is half of a surrogate pair',
    help: 'Write the character itself instead of the escape.',
  }
}

/** A file of settings, parsed. `path` is as its errors name it. */
export type YamlFile = { readonly data: Data; readonly starts: LineStarts; readonly path: string }

/** Parses a file of settings. Throws `UserError` with line and column for what is not YAML. */
export function yamlFile(text: string, path: string): YamlFile {
  const starts = lineStarts(text)
  const parsed = parseYaml(text, undefined, starts)
  if (!('problem' in parsed)) return { data: parsed.data, starts, path }
  const { place, message, help } = parsed.problem
  throw new UserError(`${path}:${place.line}:${place.column}: ${message}`, help)
}

/** The error for the first problem in the file; it says how many there are in all. */
export function firstProblem(
  problems: readonly SchemaProblem[],
  { data, starts, path }: YamlFile,
): UserError {
  const [first] = problems
    .map((problem) => ({ ...problem, start: startOf(problem, data) }))
    .sort((a, b) => a.start - b.start)
  if (!first) throw new Error('no problem to report')
  const { line, column } = placeOf(starts, first.start)
  const others = problems.length - 1
  const more = others === 0 ? '' : `; ${others} more ${others === 1 ? 'mistake' : 'mistakes'} behind it`
  return new UserError(`${path}:${line}:${column}: ${first.message}${more}`, first.help)
}

function startOf({ pointer, missing, unknown }: SchemaProblem, { nodes }: Data): number {
  const node = nodes.get(pointer)
  const range = (missing !== undefined || unknown) && node?.key ? node.key : node?.value
  return range?.start ?? 0
}
