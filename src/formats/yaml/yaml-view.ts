import { isJsonObject, type Json } from '../../core/json.ts'
import type { Data, DataNode, Range } from '../../core/source.ts'
import type { JsonPath } from '../json/json-splices.ts'

/** A YAML text with the places of its values. */
export type YamlView = {
  readonly text: string
  readonly data: Data
  /** How its lines end. */
  readonly eol: string
}

export function valueAt(value: Json, path: JsonPath): Json | undefined {
  return path.reduce<Json | undefined>((at, step) => {
    return typeof at === 'object' && at !== null
      ? (at as { readonly [step: string | number]: Json })[step]
      : undefined
  }, value)
}

/** The lines of an item of a block list: from its dash to the end of what it holds. Comments above it stay. */
export function itemLines(view: YamlView, path: JsonPath): Range {
  const { text } = view
  const index = Number(path.at(-1))
  const above = path.slice(0, -1)
  const from = index === 0 ? nodeAt(view, above)?.value.start : contentEnd(view, [...above, index - 1])
  const dash = /(?:[ \t\r\n]|(?<=[\s]|^)#[^\n]*)*-/y
  dash.lastIndex = index === 0 ? (from ?? 0) : lineBehind(text, from ?? 0)
  const found = dash.exec(text)
  const start = lineStart(text, found ? dash.lastIndex - 1 : (nodeAt(view, path)?.value.start ?? 0))
  return { start, end: lineBehind(text, contentEnd(view, path)) }
}

export function pointerOf(path: JsonPath): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

export function nodeAt({ data }: YamlView, path: JsonPath): DataNode | undefined {
  return data.nodes.get(pointerOf(path))
}

/** What a map or a list holds, in the order of the text. */
export function innerNodes(view: YamlView, path: JsonPath): DataNode[] {
  const value = valueAt(view.data.value, path)
  const keys = Array.isArray(value) ? value.map((_, i) => i) : isJsonObject(value) ? Object.keys(value) : []
  return keys
    .flatMap((key) => nodeAt(view, [...path, key]) ?? [])
    .sort((a, b) => (a.key ?? a.value).start - (b.key ?? b.value).start)
}

/** True for a map or a list that has a line for each of its parts. */
export function isBlock(view: YamlView, path: JsonPath): boolean {
  const start = nodeAt(view, path)?.value.start ?? 0
  return innerNodes(view, path).length > 0 && !'[{'.includes(view.text.charAt(start))
}

/** Where what a value says ends: comments and blank lines behind a block are not of it. */
export function contentEnd(view: YamlView, path: JsonPath): number {
  const node = nodeAt(view, path)
  if (!node) return 0
  const last = isBlock(view, path) ? innerNodes(view, path).at(-1) : undefined
  if (last) return contentEnd(view, [...path, stepOf(last.pointer)])
  const isEmpty = node.value.start === node.value.end
  return isEmpty && node.key ? behindColon(view, node.key) : node.value.end
}

/** The last step of a pointer. */
function stepOf(pointer: string): string {
  return pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
}

export function behindColon({ text }: YamlView, key: Range): number {
  return text.indexOf(':', key.end) + 1
}

/** A literal block ends behind its last line breaks. */
export function endWithoutBreaks(text: string, { start, end }: Range): number {
  return start + text.slice(start, end).trimEnd().length
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1
}

/** Where the line after the one that holds the character before an offset starts; the end of a text without one. */
export function lineBehind(text: string, offset: number): number {
  const feed = text.indexOf('\n', Math.max(0, offset - 1))
  return feed < 0 ? text.length : feed + 1
}

/** In columns from 0; a byte order mark has none. */
export function columnOf({ text }: YamlView, offset: number): number {
  const start = lineStart(text, offset)
  return offset - start - (start === 0 && text.startsWith('\ufeff') ? 1 : 0)
}
