import { isMap, isSeq, parseDocument } from 'yaml'
import { type DataPath, isJsonObject, type Json, pointerOf, valueAt } from '../../core/json.ts'
import type { Data, DataNode, Range } from '../../core/source.ts'
import { type Edit, lineStart } from '../../core/text.ts'
import {
  type Addition,
  type DataChange,
  type DataFormat,
  type EditedText,
  editData,
  type HolderChange,
  NOT_READ_BACK,
  partsOf,
  type TextView,
} from '../edit-data.ts'
import { lineEndOf } from '../line-end.ts'
import { parseYaml } from './yaml.ts'
import { keyScalar, listItemLines, quoteYaml, valueLines } from './yaml-text.ts'

/**
 * Changes values of a YAML text in place: every other byte stays, such as a byte order mark, line ends, comments, quotes and the
 * order of keys. What is written is a block in a block, and on one line in brackets. The result is read back, and has exactly the
 * values that were asked for. Refuses a text that is no YAML of memory.
 */
export function editYaml(text: string, changes: readonly DataChange[]): EditedText {
  return editData(text, changes, YAML)
}

const YAML: DataFormat = {
  read: dataOf,
  replace: replaceValue,
  change: (view, holder) =>
    isBlock(view, holder.path) ? changeBlock(view, holder) : changeBrackets(view, holder),
}

/** Settings of another tool: anchors and the like may be in them. */
type YamlSettings = Data & {
  /** Where one more line of a block map or a block list goes, and how far it is indented; null for what is no such block. */
  readonly spot: (path: DataPath) => YamlSpot | null
}

type YamlSpot = { readonly offset: number; readonly indent: string }

/** The form of the settings leaves no place for what is added. */
const NO_SPOT = 'It is written in a form that cannot be added to safely'

/** The same for settings of another tool: `write` gives what is added at the end of a map or a list its form. */
export function editYamlSettings(
  text: string,
  changes: readonly DataChange[],
  write: (spot: YamlSpot, added: readonly Addition[]) => Edit,
): EditedText {
  return editData<YamlSettings>(text, changes, {
    read: (settings) => readYamlSettings(settings) ?? NOT_READ_BACK,
    replace: () => [],
    change: ({ data }, { path, added }) => {
      const isNull = added.some(({ key }) => key !== null && valueAt(data.value, [...path, key]) === null)
      const spot = isNull ? null : data.spot(path)
      return spot ? [write(spot, added)] : { refused: NO_SPOT }
    },
  })
}

/** Settings of other tools are small. */
const MOST = 256 * 1024

/** Null when they cannot be read safely as one document. */
export function readYamlSettings(text: string): YamlSettings | null {
  if (text.length > MOST) return null
  const parsed = parseDocument(text, {
    version: '1.2',
    prettyErrors: false,
    logLevel: 'error',
    stringKeys: true,
    merge: true,
  })
  if (parsed.errors.length > 0 || parsed.warnings.length > 0) return null
  const spot = (path: DataPath): YamlSpot | null => {
    const node = path.length === 0 ? parsed.contents : parsed.getIn(path, true)
    if (node === null) return { offset: text.length, indent: '' }
    const isPlain = (isMap(node) || isSeq(node)) && !node.flow && !node.anchor && !node.tag
    if (!isPlain || !node.range || node.items.length === 0) return null
    const [start, end] = node.range
    const indent = text.slice(lineStart(text, start), start).replace(/^\ufeff/, '')
    return /^ *$/.test(indent) ? { offset: end === 0 ? 0 : lineBehind(text, end), indent } : null
  }
  try {
    const value: Json = parsed.toJS({ maxAliasCount: 50 }) ?? null
    // Throws for a map that holds itself.
    JSON.stringify(value)
    return { value, nodes: new Map(), comments: [], spot }
  } catch {
    return null
  }
}

/** The lines of items of a block list, exactly as they are; null where they share lines with others. */
export function listItemText(text: string, path: DataPath, items: readonly number[]): string | null {
  const data = dataOf(text)
  if (typeof data === 'string' || !isBlock({ text, data }, path)) return null
  const pieces = items.map((i) => {
    const { start, end } = linesOfPart({ text, data }, path, i)
    return text.slice(start, end)
  })
  return pieces.map((piece) => (piece.endsWith('\n') ? piece : piece + lineEndOf(text))).join('')
}

/** The parsed text; a text when it cannot be read: why. */
function dataOf(text: string): Data | string {
  const parsed = parseYaml(text)
  return 'data' in parsed ? parsed.data : parsed.problem.message
}

function replaceValue(view: TextView, path: DataPath, value: Json): Edit[] {
  const node = nodeAt(view, path)
  const isMember = isBlock(view, path.slice(0, -1)) && path.length > 0
  if (!isMember) return node ? [replacedInBrackets(view, node, flowText(value))] : []
  return replaceMember(view, path, linesOf(value, ' '.repeat(columnOf(view, node?.key?.start ?? 0))))
}

function changeBlock(view: TextView, { path, added, gone }: HolderChange): Edit[] {
  const removed = [...gone].map((i): Edit => ({ ...linesOfPart(view, path, i), text: '' }))
  const node = nodeAt(view, path)
  if (added.length > 0) {
    const indent = ' '.repeat(columnOf(view, node?.value.start ?? 0))
    const lines = added.flatMap((part) => partLines(part, indent))
    return [...removed, linesBehind(view, contentEnd(view, path), lines)]
  }
  const isEmptied = gone.size === partsOf(view.data, path).length
  if (!isEmptied || !node?.key) return removed
  const colon = behindColon(view, node.key)
  if (colon === null) return []
  const empty = Array.isArray(valueAt(view.data.value, path)) ? ' []' : ' {}'
  return [{ start: colon, end: colon, text: empty }, ...removed]
}

/** A map or a list that is on one line, or has nothing in it. */
function changeBrackets(view: TextView, { path, added, gone }: HolderChange): Edit[] {
  const parts = partsOf(view.data, path)
  const last = parts.at(-1)
  if (!last || gone.size === parts.length) {
    const items = added.map(({ value }) => value)
    if (Array.isArray(valueAt(view.data.value, path))) return replaceValue(view, path, items)
    const node = nodeAt(view, path)
    const map = Object.fromEntries(added.map(({ key, value }) => [String(key), value]))
    return node ? [{ ...node.value, text: flowText(map) }] : []
  }
  const lastKept = parts.findLastIndex((_, i) => !gone.has(i))
  const removed = [...gone].map((i): Edit => {
    const [before, part = last, after] = [parts[i - 1], parts[i], parts[i + 1]]
    if (i < lastKept && after) return { start: part.start, end: after.start, text: '' }
    return { start: before?.end ?? part.start, end: part.end, text: '' }
  })
  const at = Math.max(last.end, last.key ? (behindColon(view, last.key) ?? 0) : 0)
  const text = added.map((part) => `, ${flowPart(part)}`).join('')
  return added.length === 0 ? removed : [...removed, { start: at, end: at, text }]
}

function replacedInBrackets(view: TextView, { key, value }: DataNode, text: string): Edit {
  if (value.start < value.end || !key) return { ...value, text }
  const colon = behindColon(view, key)
  return colon === null
    ? { start: key.end, end: key.end, text: `: ${text}` }
    : { start: colon, end: colon, text: ` ${text}` }
}

/** Writes lines behind the colon of a member. The key, and comments between it and the value, stay. */
export function replaceMember(
  view: TextView,
  path: DataPath,
  [sameLine = '', ...below]: readonly string[],
): Edit[] {
  const { text } = view
  const node = nodeAt(view, path)
  if (!node?.key) return []
  const colon = behindColon(view, node.key)
  if (colon === null) return []
  if (isBlock(view, path)) {
    const start = lineStart(text, node.value.start)
    const end = lineBehind(text, contentEnd(view, path))
    const eol = lineEndOf(text)
    const last = text.charAt(end - 1) === '\n' && below.length > 0 ? eol : ''
    return [
      { start: colon, end: colon, text: sameLine },
      { start, end, text: below.join(eol) + last },
    ]
  }
  const isEmpty = node.value.start === node.value.end
  const written = text.slice(node.value.start, node.value.end).trimEnd()
  const end = isEmpty ? colon : Math.max(colon, node.value.start + written.length)
  // A comment in between would go with the value.
  if (!isEmpty && below.length > 0 && text.slice(colon, node.value.start).includes('#')) return []
  const start = below.length === 0 && end > colon ? node.value.start : colon
  const first: Edit = { start, end, text: start === colon ? sameLine : sameLine.trimStart() }
  return below.length === 0 ? [first] : [first, linesBehind(view, end, below)]
}

/** What follows a colon: entries of a list are not put on one line, however short. */
function linesOf(value: Json, indent: string): string[] {
  const isOfMaps = Array.isArray(value) && value.length > 0 && value.every(isJsonObject)
  return isOfMaps
    ? ['', ...value.flatMap((item: Json) => listItemLines(item, `${indent}  `))]
    : valueLines(value, indent)
}

/** The lines of a member or an item. */
export function partLines({ key, value }: Addition, indent: string): string[] {
  if (key === null) return listItemLines(value, indent)
  const [sameLine = '', ...below] = linesOf(value, indent)
  return [`${indent}${keyScalar(key)}:${sameLine}`, ...below]
}

/** A value on one line, as JSON with a space behind each mark. */
function flowText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => flowText(item)).join(', ')}]`
  if (!isJsonObject(value)) return quoteYaml(value)
  const members = Object.entries(value).map(([key, member]) => flowPart({ key, value: member }))
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function flowPart({ key, value }: Addition): string {
  return key === null ? flowText(value) : `${quoteYaml(key)}: ${flowText(value)}`
}

/** The lines of a part of a block, to the end of what it holds; those of an item from its dash on. Comments above it stay. */
export function linesOfPart(view: TextView, path: DataPath, index: number): Range {
  const { text, data } = view
  const parts = partsOf(data, path)
  const [before, part] = [parts[index - 1], parts[index]]
  const behind = before ? lineBehind(text, contentEnd(view, before.path)) : nodeAt(view, path)?.value.start
  const from = part?.key?.start ?? dashBehind(text, behind ?? 0)
  return { start: lineStart(text, from), end: lineBehind(text, part ? contentEnd(view, part.path) : from) }
}

/** The dash of the first item behind an offset: comments may come before it. */
function dashBehind(text: string, offset: number): number {
  const dash = /(?:[ \t\r\n]|(?<=[\s]|^)#[^\n]*)*-/y
  dash.lastIndex = offset
  return dash.test(text) ? dash.lastIndex - 1 : offset
}

function nodeAt({ data }: TextView, path: DataPath): DataNode | undefined {
  return data.nodes.get(pointerOf(path))
}

/** True for a map or a list that has a line for each of its parts. */
function isBlock(view: TextView, path: DataPath): boolean {
  const start = nodeAt(view, path)?.value.start ?? 0
  return partsOf(view.data, path).length > 0 && !'[{'.includes(view.text.charAt(start))
}

/** Where what a value says ends: comments and blank lines behind a block are not of it. */
function contentEnd(view: TextView, path: DataPath): number {
  const last = isBlock(view, path) ? partsOf(view.data, path).at(-1) : undefined
  if (last) return contentEnd(view, last.path)
  const node = nodeAt(view, path)
  const isEmpty = node?.value.start === node?.value.end
  return isEmpty && node?.key ? (behindColon(view, node.key) ?? node.key.end) : (node?.value.end ?? 0)
}

/** Behind the colon of a key; null for one without: that of the next key is not its own. */
function behindColon({ text }: TextView, key: Range): number | null {
  const colon = text.indexOf(':', key.end)
  return colon >= 0 && /^\s*(?:#[^\n]*\n\s*)*$/.test(text.slice(key.end, colon)) ? colon + 1 : null
}

/** Where the line after the one that holds the character before an offset starts; the end of a text without one. */
function lineBehind(text: string, offset: number): number {
  const feed = text.indexOf('\n', Math.max(0, offset - 1))
  return feed < 0 ? text.length : feed + 1
}

/** In columns from 0; a byte order mark has none. */
function columnOf({ text }: TextView, offset: number): number {
  const start = lineStart(text, offset)
  return offset - start - (start === 0 && text.startsWith('\ufeff') ? 1 : 0)
}

/** New lines below the one that an offset is in. */
function linesBehind({ text }: TextView, offset: number, lines: readonly string[]): Edit {
  const eol = lineEndOf(text)
  const start = lineBehind(text, offset)
  const isEnded = text.charAt(start - 1) === '\n'
  return { start, end: start, text: lines.map((line) => (isEnded ? line + eol : eol + line)).join('') }
}
