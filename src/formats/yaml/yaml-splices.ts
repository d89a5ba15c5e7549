import { isJsonObject, type Json } from '../../core/json.ts'
import type { Data, Range } from '../../core/source.ts'
import { lineStarts } from '../../core/text.ts'
import { isSameJson, type JsonPath, type JsonSplice, splicedValue } from '../json/json-splices.ts'
import { lineEndOf } from '../line-end.ts'
import { parseYaml } from './yaml.ts'
import { listItemLines, memberLines, quoteYaml, valueLines } from './yaml-text.ts'
import {
  behindColon,
  columnOf,
  contentEnd,
  endWithoutBreaks,
  innerNodes,
  isBlock,
  itemLines,
  lineBehind,
  lineStart,
  nodeAt,
  pointerOf,
  valueAt,
  type YamlView,
} from './yaml-view.ts'

/**
 * One change of a YAML text: values that come last in a list, a value for a member of a map, or an item that is taken out of a
 * list. A list or member that is absent is made. Paths are those of the text before all changes.
 */
export type YamlSplice = JsonSplice

/** The text after splices, or why it stays as it is. */
export type SplicedYaml = { readonly text: string } | { readonly refused: string }

/**
 * Changes values of a YAML text in place: every other byte stays, such as a byte order mark, line ends, comments, quotes and the
 * order of keys. What is written is a block in a block, and on one line in brackets. The result is read back, and has exactly the
 * values that were asked for. Refuses a text that is no YAML of memory.
 */
export function spliceYaml(text: string, asked: readonly YamlSplice[]): SplicedYaml {
  const data = dataOf(text)
  if (typeof data === 'string') return { refused: data }
  const splices = asked.map((one) => withoutNull(one, data.value))
  const wanted = wantedValue(data.value, splices)
  if (wanted === null) return { refused: 'A change is in something that is no list or map' }
  const view: YamlView = { text, data, eol: lineEndOf(text) }
  const edited = withEdits(text, [...removals(view, splices), ...additions(view, splices)])
  const after = edited === null ? 'the changes overlap' : dataOf(edited)
  if (typeof after === 'string' || edited === null) return { refused: String(after) }
  if (!isSameJson(after.value, wanted))
    return { refused: 'The changed text does not read back as it was meant' }
  return { text: edited }
}

/** The lines of items of a block list, exactly as they are; null where they share lines with others. */
export function listItemText(text: string, path: JsonPath, items: readonly number[]): string | null {
  const data = dataOf(text)
  if (typeof data === 'string') return null
  const view: YamlView = { text, data, eol: lineEndOf(text) }
  if (!isBlock(view, path)) return null
  const pieces = items.map((i) => {
    const { start, end } = itemLines(view, [...path, i])
    return text.slice(start, end)
  })
  return pieces.map((piece) => (/\n$/.test(piece) ? piece : piece + view.eol)).join('')
}

/** The parsed text; a text when it cannot be read: why. */
function dataOf(text: string): Data | string {
  const parsed = parseYaml(text, { start: 0, end: text.length }, lineStarts(text))
  return 'data' in parsed ? parsed.data : parsed.problem.message
}

/** A list that is written as nothing, or as null, is made. */
function withoutNull(splice: YamlSplice, value: Json): YamlSplice {
  const isMade = 'append' in splice && splice.append.length > 0 && valueAt(value, splice.at) === null
  return isMade ? { at: splice.at, set: splice.append } : splice
}

/** Items are taken out last, from the end: so every path is still right. */
function wantedValue(value: Json, splices: readonly YamlSplice[]): Json | null {
  const removed = splices.filter((one) => 'remove' in one)
  const ordered = [
    ...splices.filter((one) => !('remove' in one)),
    ...removed.sort((a, b) => Number(b.at.at(-1)) - Number(a.at.at(-1))),
  ]
  return ordered.reduce<Json | null>(
    (now, splice) => (now === null ? null : splicedValue(now, splice.at, splice)),
    value,
  )
}

/** A replacement of a part of the text. */
type Edit = Range & { readonly by: string }

/** The text with edits, which are given for the text before; of two at one place the first comes first. Null where they overlap. */
function withEdits(text: string, edits: readonly Edit[]): string | null {
  const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end)
  let result = ''
  let at = 0
  for (const { start, end, by } of sorted) {
    if (start < at) return null
    result += text.slice(at, start) + by
    at = end
  }
  return result + text.slice(at)
}

function additions(view: YamlView, splices: readonly YamlSplice[]): Edit[] {
  return splices.flatMap((splice) => {
    if ('append' in splice) return appendEdits(view, splice.at, splice.append)
    return 'set' in splice ? setEdits(view, splice.at, splice.set) : []
  })
}

function appendEdits(view: YamlView, path: JsonPath, values: readonly Json[]): Edit[] {
  if (values.length === 0) return []
  const inner = innerNodes(view, path)
  const last = inner.at(-1)
  if (!last) return setEdits(view, path, values)
  if (!isBlock(view, path)) {
    const at = last.value.end
    return [{ start: at, end: at, by: values.map((value) => `, ${flowText(value)}`).join('') }]
  }
  const first = nodeAt(view, path)?.value.start ?? 0
  const indent = ' '.repeat(columnOf(view, first))
  const lines = values.flatMap((value) => listItemLines(value, indent))
  return [linesBehind(view, contentEnd(view, path), lines)]
}

function setEdits(view: YamlView, path: JsonPath, value: Json): Edit[] {
  const above = path.slice(0, -1)
  const key = String(path.at(-1))
  const holder = nodeAt(view, above)
  if (!holder) return setEdits(view, above, { [key]: value })
  const node = nodeAt(view, path)
  if (isBlock(view, above)) return node ? replaceMember(view, path, value) : [addMember(view, path, value)]
  if (node?.key) {
    const isEmpty = node.value.start === node.value.end
    const at = isEmpty ? behindColon(view, node.key) : node.value.start
    return [{ start: at, end: isEmpty ? at : node.value.end, by: `${isEmpty ? ' ' : ''}${flowText(value)}` }]
  }
  const last = innerNodes(view, above).at(-1)
  const member = `${quoteYaml(key)}: ${flowText(value)}`
  if (!last) return [{ ...holder.value, by: `{ ${member} }` }]
  const at = Math.max(last.value.end, last.key ? behindColon(view, last.key) : 0)
  return [{ start: at, end: at, by: `, ${member}` }]
}

function addMember(view: YamlView, path: JsonPath, value: Json): Edit {
  const above = path.slice(0, -1)
  const indent = ' '.repeat(columnOf(view, nodeAt(view, above)?.value.start ?? 0))
  return linesBehind(view, contentEnd(view, above), memberLinesOf(String(path.at(-1)), value, indent))
}

/** The key, and comments between it and the value, stay. */
function replaceMember(view: YamlView, path: JsonPath, value: Json): Edit[] {
  const { text, eol } = view
  const node = nodeAt(view, path)
  if (!node?.key) return []
  const colon = behindColon(view, node.key)
  const [sameLine = '', ...below] = linesOf(value, ' '.repeat(columnOf(view, node.key.start)))
  if (isBlock(view, path)) {
    const start = lineStart(text, node.value.start)
    const end = lineBehind(text, contentEnd(view, path))
    const isEnded = text.charAt(end - 1) === '\n'
    const lines = below.join(eol) + (isEnded && below.length > 0 ? eol : '')
    return [
      { start: colon, end: colon, by: sameLine },
      { start, end, by: lines },
    ]
  }
  const isEmpty = node.value.start === node.value.end
  const end = isEmpty ? colon : Math.max(colon, endWithoutBreaks(text, node.value))
  // A comment in between would go with the value.
  if (!isEmpty && below.length > 0 && text.slice(colon, node.value.start).includes('#')) return []
  const start = below.length === 0 && end > colon ? node.value.start : colon
  const first: Edit = { start, end, by: start === colon ? sameLine : sameLine.trimStart() }
  return below.length === 0 ? [first] : [first, linesBehind(view, end, below)]
}

/** What follows a colon: entries of a list are not put on one line, however short. */
function linesOf(value: Json, indent: string): string[] {
  const isOfMaps = Array.isArray(value) && value.length > 0 && value.every(isJsonObject)
  return isOfMaps
    ? ['', ...value.flatMap((one: Json) => listItemLines(one, `${indent}  `))]
    : valueLines(value, indent)
}

function memberLinesOf(key: string, value: Json, indent: string): string[] {
  const [head = ''] = memberLines(key, null, indent)
  const [sameLine = '', ...below] = linesOf(value, indent)
  return [head.replace(/ null$/, sameLine), ...below]
}

/** Items that are taken out; where all of a list are, it is the empty list. */
function removals(view: YamlView, splices: readonly YamlSplice[]): Edit[] {
  const lists = new Map<string, { path: JsonPath; gone: Set<number> }>()
  for (const splice of splices) {
    const index = splice.at.at(-1)
    if (!('remove' in splice) || typeof index !== 'number') continue
    const path = splice.at.slice(0, -1)
    const list = lists.get(pointerOf(path)) ?? { path, gone: new Set<number>() }
    list.gone.add(index)
    lists.set(pointerOf(path), list)
  }
  return [...lists.values()].flatMap(({ path, gone }) => removeItems(view, path, gone))
}

function removeItems(view: YamlView, path: JsonPath, gone: ReadonlySet<number>): Edit[] {
  const inner = innerNodes(view, path)
  const indexes = [...gone].filter((i) => i < inner.length).sort((a, b) => a - b)
  const isInBlock = isBlock(view, path)
  const isEmptied = indexes.length === inner.length
  const { key } = nodeAt(view, path) ?? {}
  if (isEmptied && !(isInBlock && key)) return setEdits(view, path, [])
  const colon = isEmptied && key ? behindColon(view, key) : 0
  const empty: Edit[] = isEmptied ? [{ start: colon, end: colon, by: ' []' }] : []
  const lastKept = inner.findLastIndex((_, i) => !gone.has(i))
  const edits = indexes.flatMap((i): Edit[] => {
    const [before, node, after] = [inner[i - 1], inner[i], inner[i + 1]]
    if (!node) return []
    if (isInBlock) return [{ ...itemLines(view, [...path, i]), by: '' }]
    if (i < lastKept && after) return [{ start: node.value.start, end: after.value.start, by: '' }]
    return [{ start: before?.value.end ?? node.value.start, end: node.value.end, by: '' }]
  })
  return [...empty, ...edits]
}

/** New lines below the one that an offset is in. */
function linesBehind({ text, eol }: YamlView, offset: number, lines: readonly string[]): Edit {
  const at = lineBehind(text, offset)
  const isEnded = text.charAt(at - 1) === '\n'
  const by = isEnded ? lines.map((line) => line + eol).join('') : lines.map((line) => eol + line).join('')
  return { start: at, end: at, by }
}

/** A value on one line, as JSON with a space behind each mark. */
function flowText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((one: Json) => flowText(one)).join(', ')}]`
  if (!isJsonObject(value)) return quoteYaml(value)
  const members = Object.entries(value).map(([key, one]) => `${quoteYaml(key)}: ${flowText(one)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
