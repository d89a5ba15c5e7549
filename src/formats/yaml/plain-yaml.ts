import type { Json } from '../../core/json.ts'
import type { DataNode, Range } from '../../core/source.ts'

/** A text that was read: as the YAML parser gives it, ranges within the text. */
export type PlainYaml = { readonly value: Json; readonly nodes: ReadonlyMap<string, DataNode> }

type Line = { readonly indent: number; readonly start: number; readonly end: number }
type Reading = {
  readonly source: string
  readonly lines: readonly Line[]
  readonly nodes: Map<string, DataNode>
  at: number
}

/** Longer texts are rare, and the parser has its own guards. */
const MOST = 64 * 1024
const DEEPEST = 12
const LONGEST_KEY = 100

/** Characters of the texts that are read here; a tab, a carriage return or anything rarer is the parser's. */
const ORDINARY = /^[\n -~\u00a1-\u00ac\u00ae-\u02af\u2010-\u2015\u2018-\u201f\u2026]*$/
const KEY = /[A-Za-z_][A-Za-z0-9_-]*(?=:(?: |\n|$))/y
/** Begins with a letter, and has nothing in it that could be a mark inside a flow list, or outside of one. */
const WORD =
  /^[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af](?:[A-Za-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af _./+()'-]|(?<! )#)*(?<! )$/
const PHRASE =
  /^[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af](?:[A-Za-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u2010-\u2015\u2018-\u201f\u2026 _./+()',;!?%&=~"-]|(?<! )#)*(?<! )$/
const RESERVED = /^(?:true|false|null)$/i
const DAY = /^\d{4}-\d\d-\d\d$/
const WHOLE = /^(?:0|[1-9]\d{0,14})$/
const QUOTED = /^"[^"\\\n]*"$/
const FLOW = /^\[(?:[^[\]{}"',:&*!|>%@`\n]+(?:, [^[\]{}"',:&*!|>%@`\n]+)*)?\]$/

/**
 * Reads the YAML that memory mostly consists of: block maps and lists of ordinary keys, plain words, days, whole numbers,
 * quoted texts without escapes and flow lists of words, a line each. Null for everything else: that is for the parser,
 * and whatever is read here reads the same there.
 */
export function readPlainYaml(source: string, maxNodes: number): PlainYaml | null {
  if (source.length > MOST || !ORDINARY.test(source)) return null
  const lines = linesOf(source)
  const first = lines?.[0]
  if (!lines || !first || first.indent !== 0 || first.start !== 0) return null
  const reading: Reading = { source, lines, nodes: new Map(), at: 0 }
  const value = mapAt(reading, { indent: 0, pointer: '', key: null })
  const isWhole = value !== undefined && reading.at === lines.length && reading.nodes.size <= maxNodes
  return isWhole ? { value, nodes: reading.nodes } : null
}

/** Lines with something in them; null where one ends in a space, or has nothing but spaces. */
function linesOf(source: string): Line[] | null {
  const lines: Line[] = []
  for (let start = 0; start < source.length; ) {
    const found = source.indexOf('\n', start)
    const end = found < 0 ? source.length : found
    if (end > start) {
      if (source.charCodeAt(end - 1) === 32) return null
      let from = start
      while (source.charCodeAt(from) === 32) from++
      lines.push({ indent: from - start, start: from, end })
    }
    start = end + 1
  }
  return lines
}

type Place = { readonly indent: number; readonly pointer: string; readonly key: Range | null }

/** Entries at one indent, from the reading's line on; the first may be behind a `- `. Undefined for what is not read here. */
function mapAt(reading: Reading, { indent, pointer, key }: Place, from?: number): Json | undefined {
  if (indent > DEEPEST) return undefined
  const { source, lines, nodes } = reading
  const value: { [key: string]: Json } = Object.create(null)
  const start = from ?? lines[reading.at]?.start ?? 0
  // A node comes before its content.
  nodes.set(pointer, { pointer, key, value: { start, end: start } })
  let end = start
  for (let begin: number | undefined = from; ; begin = undefined) {
    const line = lines[reading.at]
    if (!line || (begin === undefined && line.indent < indent)) break
    if (begin === undefined && (line.indent !== indent || source[line.start] === '-')) return undefined
    const at = begin ?? line.start
    KEY.lastIndex = at
    const name = KEY.exec(source)?.[0]
    if (name === undefined || at + name.length >= line.end || isOddKey(name) || Object.hasOwn(value, name)) {
      return undefined
    }
    const range = { start: at, end: at + name.length }
    const inner = { indent, pointer: `${pointer}/${name}`, key: range }
    const read = valueAt(reading, inner, range.end + 1)
    if (read === undefined) return undefined
    value[name] = read
    end = blockEnd(reading)
  }
  nodes.set(pointer, { pointer, key, value: { start, end } })
  return value
}

/** The parser takes those for something else than text, or for too long. */
function isOddKey(name: string): boolean {
  return RESERVED.test(name) || name.length > LONGEST_KEY
}

/** A block ends behind the line break of its last line. */
function blockEnd({ source, lines, at }: Reading): number {
  return Math.min((lines[at - 1]?.end ?? 0) + 1, source.length)
}

/** The value behind the colon of a key, on its line or below it. */
function valueAt(reading: Reading, place: Place, colonEnd: number): Json | undefined {
  const { lines, source } = reading
  const line = lines[reading.at]
  if (!line) return undefined
  reading.at += 1
  if (colonEnd < line.end) return scalarAt(reading, place, { start: colonEnd + 1, end: line.end })
  const next = lines[reading.at]
  if (!next) return undefined
  const inner = { ...place, indent: next.indent }
  if (source[next.start] === '-') return next.indent >= place.indent ? listAt(reading, inner) : undefined
  return next.indent > place.indent ? mapAt(reading, inner) : undefined
}

function listAt(reading: Reading, { indent, pointer, key }: Place): Json | undefined {
  const { source, lines, nodes } = reading
  const start = lines[reading.at]?.start ?? 0
  nodes.set(pointer, { pointer, key, value: { start, end: start } })
  const items: Json[] = []
  let end = start
  for (let line = lines[reading.at]; line && line.indent === indent; line = lines[reading.at]) {
    if (source[line.start] !== '-') break
    const at = line.start + 2
    if (source[line.start + 1] !== ' ' || at >= line.end || source[at] === ' ') return undefined
    const inner = `${pointer}/${items.length}`
    KEY.lastIndex = at
    const item = KEY.test(source)
      ? mapAt(reading, { indent: indent + 2, pointer: inner, key: null }, at)
      : itemAt(reading, inner, { start: at, end: line.end })
    if (item === undefined) return undefined
    items.push(item)
    end = blockEnd(reading)
  }
  nodes.set(pointer, { pointer, key, value: { start, end } })
  return items
}

function itemAt(reading: Reading, pointer: string, range: Range): Json | undefined {
  reading.at += 1
  return scalarAt(reading, { indent: 0, pointer, key: null }, range)
}

function scalarAt(reading: Reading, { pointer, key }: Place, range: Range): Json | undefined {
  const text = reading.source.slice(range.start, range.end)
  reading.nodes.set(pointer, { pointer, key, value: range })
  if (text[0] === '[') return FLOW.test(text) ? flowAt(reading, pointer, range) : undefined
  return scalarOf(text, PHRASE)
}

function scalarOf(text: string, words: RegExp): Json | undefined {
  if (QUOTED.test(text)) return text.slice(1, -1)
  if (WHOLE.test(text)) return Number(text)
  if (DAY.test(text)) return text
  return words.test(text) && !RESERVED.test(text) ? text : undefined
}

function flowAt(reading: Reading, pointer: string, range: Range): Json | undefined {
  const items: Json[] = []
  const text = reading.source.slice(range.start + 1, range.end - 1)
  let start = range.start + 1
  for (const word of text === '' ? [] : text.split(', ')) {
    const item = scalarOf(word, WORD)
    if (item === undefined) return undefined
    const inner = `${pointer}/${items.length}`
    reading.nodes.set(inner, { pointer: inner, key: null, value: { start, end: start + word.length } })
    items.push(item)
    start += word.length + 2
  }
  return items
}
