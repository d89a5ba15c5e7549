import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts'
import type { Data, Range } from '../../core/source.ts'
import { lineStarts } from '../../core/text.ts'
import { lineEndOf } from '../line-end.ts'
import { parseJson } from './json.ts'

/** Where in a JSON text: keys, and numbers for items of a list. */
export type JsonPath = readonly (string | number)[]

/** One change of a JSON text. */
export type JsonSplice =
  /** Values that come last in a list; a list that is absent is made. */
  | { readonly at: JsonPath; readonly append: readonly Json[] }
  /** A value for a member or an item. A member that is absent comes last in its object, which is made where it is absent too. */
  | { readonly at: JsonPath; readonly set: Json }
  /** A member or an item that is taken out; nothing where it is absent. */
  | { readonly at: JsonPath; readonly remove: true }

/** The text after splices, or why it stays as it is. */
export type SplicedJson = { readonly text: string } | { readonly refused: string }

/**
 * Changes values of a JSON text in place: every other byte stays, such as a byte order mark, line ends, indentation, the form
 * of numbers and the order of keys. What is written has the style of what is around it. The result is read back, and has
 * exactly the values that were asked for. Refuses a text that is no JSON, or repeats a key.
 */
export function spliceJson(text: string, splices: readonly JsonSplice[]): SplicedJson {
  let now = text
  for (const splice of splices) {
    const data = dataOf(now)
    if (typeof data === 'string') return { refused: data }
    const wanted = splicedValue(data.value, splice.at, splice)
    if (wanted === null)
      return { refused: `/${splice.at.join('/')} is in something that is no list or object` }
    const edited = edit(now, data, splice)
    const after = dataOf(edited)
    if (typeof after === 'string') return { refused: after }
    if (!isSameJson(after.value, wanted))
      return { refused: 'The changed text does not read back as it was meant' }
    now = edited
  }
  return { text: now }
}

/** The parsed text; a text when it is no JSON: why. */
function dataOf(text: string): Data | string {
  const parsed = parseJson(text, { start: 0, end: text.length }, lineStarts(text))
  return 'data' in parsed ? parsed.data : parsed.problem.message
}

/** The value after a splice; null where its path leads through something else than lists and objects. */
export function splicedValue(value: Json | undefined, path: JsonPath, splice: JsonSplice): Json | null {
  const [key, ...rest] = path
  if (key === undefined) {
    if ('set' in splice) return splice.set
    if (!('append' in splice)) return null
    if (value !== undefined && !Array.isArray(value)) return null
    return [...(value ?? []), ...splice.append]
  }
  const holder = value ?? (typeof key === 'string' && !('remove' in splice) ? emptyObject() : value)
  if (typeof key === 'number') {
    if (!Array.isArray(holder) || key < 0 || key >= holder.length) return null
    if ('remove' in splice && rest.length === 0) return holder.filter((_, i) => i !== key)
    const inner = splicedValue(holder[key], rest, splice)
    return inner === null && !isNull(splice, rest) ? null : holder.map((one, i) => (i === key ? inner : one))
  }
  if (holder === undefined && 'remove' in splice) return emptyObject()
  if (!isJsonObject(holder)) return null
  const copy: { [key: string]: Json } = Object.assign(emptyObject(), holder)
  if ('remove' in splice && (rest.length === 0 || !Object.hasOwn(copy, key))) {
    if (rest.length === 0) delete copy[key]
    return copy
  }
  const inner = splicedValue(Object.hasOwn(copy, key) ? copy[key] : undefined, rest, splice)
  if (inner === null && !isNull(splice, rest)) return null
  copy[key] = inner
  return copy
}

/** The value that is set is null, so null is no failure. */
function isNull(splice: JsonSplice, rest: JsonPath): boolean {
  return rest.length === 0 && 'set' in splice && splice.set === null
}

function emptyObject(): { [key: string]: Json } {
  return Object.create(null)
}

/** True for equal values; how keys are ordered says nothing. */
export function isSameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((one: Json, i) => isSameJson(one, b[i]))
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return a === b
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  )
}

/** The text with one splice. Its path is known to lead somewhere. */
function edit(text: string, data: Data, { at, ...splice }: JsonSplice): string {
  const found = data.nodes.get(pointerOf(at))?.value
  if ('remove' in splice) return found ? without(text, data, at) : text
  if (found && 'set' in splice) return replaced(text, found, rendered(splice.set, styleAt(text, found)))
  if (found && 'append' in splice)
    return splice.append.length === 0 ? text : appended(text, data, at, splice.append)
  const value: Json = 'set' in splice ? splice.set : 'append' in splice ? splice.append : null
  return created(text, data, at, value)
}

function pointerOf(path: JsonPath): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function replaced(text: string, { start, end }: Range, by: string): string {
  return text.slice(0, start) + by + text.slice(end)
}

/** Puts a member into the nearest object on its path that is there, with the objects between them. */
function created(text: string, data: Data, path: JsonPath, value: Json): string {
  const holder = data.nodes.get(pointerOf(path.slice(0, -1)))?.value
  const key = String(path.at(-1))
  if (!holder) return created(text, data, path.slice(0, -1), { [key]: value })
  const members = innerRanges(data, path.slice(0, -1))
  return inserted(
    text,
    holder,
    members,
    (style) => `${JSON.stringify(key)}${style.colon}${rendered(value, style)}`,
  )
}

function appended(text: string, data: Data, path: JsonPath, values: readonly Json[]): string {
  const list = data.nodes.get(pointerOf(path))?.value ?? { start: 0, end: 0 }
  const between = (style: Style): string =>
    style.indent === null ? `,${style.space}` : `,${style.eol}${style.indent}`
  return inserted(text, list, innerRanges(data, path), (style) =>
    values.map((value) => rendered(value, style)).join(between(style)),
  )
}

/** The ranges of what an object or a list holds, in order: a member begins with its key. */
function innerRanges({ nodes, value }: Data, path: JsonPath): readonly Range[] {
  const holder = path.reduce<Json | undefined>((at, step) => (at as JsonObject | undefined)?.[step], value)
  const keys = Array.isArray(holder) ? holder.map((_, i) => i) : Object.keys(holder as JsonObject)
  return keys
    .flatMap((key) => {
      const node = nodes.get(pointerOf([...path, key]))
      return node ? [{ start: node.key?.start ?? node.value.start, end: node.value.end }] : []
    })
    .sort((a, b) => a.start - b.start)
}

/** Writes something last into a list or an object. */
function inserted(
  text: string,
  holder: Range,
  inner: readonly Range[],
  write: (style: Style) => string,
): string {
  const last = inner.at(-1)
  if (last) {
    const from = inner.at(-2)?.end ?? holder.start
    const gap = /\s*$/.exec(text.slice(from + 1, last.start))?.[0] ?? ''
    const style = styleIn(text, gap)
    const space = inner.length === 1 && style.indent === null ? style.space : gap
    return replaced(text, { start: last.end, end: last.end }, `,${space}${write(style)}`)
  }
  const { eol, unit, indent, colon, space } = styleAt(text, holder)
  const open = { start: holder.start + 1, end: holder.end - 1 }
  if (indent === null) return replaced(text, open, write({ eol, unit, indent, colon, space }))
  const deeper = indent + unit
  return replaced(
    text,
    open,
    `${eol}${deeper}${write({ eol, unit, indent: deeper, colon, space })}${eol}${indent}`,
  )
}

function without(text: string, data: Data, path: JsonPath): string {
  const holder = data.nodes.get(pointerOf(path.slice(0, -1)))?.value ?? { start: 0, end: 0 }
  const node = data.nodes.get(pointerOf(path))
  const inner = innerRanges(data, path.slice(0, -1))
  const at = inner.findIndex(({ end }) => end === node?.value.end)
  const [before, one, after] = [inner[at - 1], inner[at], inner[at + 1]]
  if (!one) return text
  if (before) return replaced(text, { start: before.end, end: one.end }, '')
  if (after) return replaced(text, { start: one.start, end: after.start }, '')
  return replaced(text, { start: holder.start + 1, end: holder.end - 1 }, '')
}

/** How the values of a text are written. */
type TextStyle = {
  readonly eol: string
  /** One level of indentation. */
  readonly unit: string
  readonly colon: string
  /** Behind a comma on one line. */
  readonly space: string
}

/** How the values around a place are written: what the line begins with, null where values share a line. */
type Style = TextStyle & { readonly indent: string | null }

/** The style inside a list or an object whose members have this white space before them. */
function styleIn(text: string, gap: string): Style {
  const line = gap.lastIndexOf('\n')
  return { ...sharedStyle(text), indent: line < 0 ? null : gap.slice(line + 1) }
}

/** The style of a value: on one line where the whole text is, or where a list or object that holds something is. */
function styleAt(text: string, { start, end }: Range): Style {
  const shared = sharedStyle(text)
  const value = text.slice(start, end)
  const isOneLine = !/[\n\r]/.test(value) && /^[[{]\s*[^\s\]}]/.test(value)
  if (isOneLine || !/\n\s*\S/.test(text.slice(0, text.trimEnd().length))) return { ...shared, indent: null }
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  return { ...shared, indent: /^[ \t]*/.exec(line.replace('\ufeff', ''))?.[0] ?? '' }
}

function sharedStyle(text: string): TextStyle {
  return {
    eol: lineEndOf(text),
    unit: /[{[][ \t]*\r?\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
    colon: /"[ \t]*:\S/.test(text) && !/":[ \t]/.test(text) ? ':' : ': ',
    space: /,[^\s"\]}]|,"/.test(text) && !/,[ \t]/.test(text) ? '' : ' ',
  }
}

function rendered(value: Json, style: Style): string {
  const { eol, unit, indent, colon, space } = style
  if (indent !== null) {
    return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`)
  }
  if (Array.isArray(value)) return `[${value.map((one: Json) => rendered(one, style)).join(`,${space}`)}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}${colon}${rendered(one, style)}`,
  )
  return members.length === 0 ? '{}' : `{${space}${members.join(`,${space}`)}${space}}`
}
