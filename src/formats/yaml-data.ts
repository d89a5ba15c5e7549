import { isMap, isScalar, isSeq, type ParsedNode, type Scalar, type YAMLMap } from 'yaml'
import type { Json } from '../core/json.ts'
import type { Range } from '../core/markdown.ts'
import type { Data, DataNode } from '../core/source.ts'
import type { YamlFault } from './yaml-fault.ts'
import { MAX_DEPTH, tooDeep, tooMany } from './yaml-scan.ts'

/** What the conversion needs to know of the text: ranges are in `source`, which starts at `offset` in the whole text. */
export type YamlText = {
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
export function toData(root: ParsedNode | null, text: YamlText): { data: Data } | { fault: YamlFault } {
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
    const inner = { pointer: `${pointer}/${escapeKey(key)}`, depth: depth + 1, key: range, at: range.end }
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

/** A key as a part of a JSON pointer (RFC 6901). */
function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

function moved({ start, end }: Range, offset: number): Range {
  return { start: start + offset, end: end + offset }
}

function repeatedKey(key: string, range: Range): YamlFault {
  return {
    ...range,
    message: `Unexpected key ${JSON.stringify(key)}: it stands in this map twice`,
    help: 'Keep one of the two.',
  }
}

function missingKey(range: Range): YamlFault {
  return {
    ...range,
    message: 'Unexpected `:` without a key before it',
    help: 'Write each line as `key: value`.',
  }
}

function loneSurrogate(range: Range): YamlFault {
  return {
    ...range,
    message: 'Unexpected half of a surrogate pair in an escape',
    help: 'Write the character itself instead of the escape.',
  }
}
