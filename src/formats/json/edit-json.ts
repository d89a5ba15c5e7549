import { type DataPath, isJsonObject, type Json, pointerOf } from '../../core/json.ts'
import type { Data, Range } from '../../core/source.ts'
import type { Edit } from '../../core/text.ts'
import {
  type Addition,
  type DataChange,
  type DataFormat,
  type EditedText,
  editData,
  type HolderChange,
  partsOf,
  removedRange,
  type TextView,
} from '../edit-data.ts'
import { lineEndOf } from '../line-end.ts'
import { type JsonForm, parseJson } from './json.ts'

/**
 * Changes values of a JSON text in place: every other byte stays, such as a byte order mark, line ends, indentation, the form
 * of numbers and the order of keys. What is written has the style of what is around it. The result is read back, and has
 * exactly the values that were asked for. Refuses a text that is no JSON, or repeats a key.
 */
export function editJson(text: string, changes: readonly DataChange[]): EditedText {
  return editData(text, changes, MEMORY)
}

/**
 * The same for settings of another tool, which may have comments and commas behind the last value. What is added can be taken
 * out again to the byte: a list or an object that was made for it goes with it, and one that was there and empty stays.
 */
export function editSettings(text: string, changes: readonly DataChange[]): EditedText {
  let now = text
  for (const change of changes) {
    const edited = editData(now, [withMade(now, change)], SETTINGS)
    if ('refused' in edited) return edited
    now = edited.text
  }
  return { text: now }
}

/** Reads settings of another tool; undefined for what they cannot be. */
export function readSettings(text: string): Json | undefined {
  const data = dataOf(text, 'settings')
  return typeof data === 'string' ? undefined : data.value
}

const MEMORY: DataFormat = formatOf('strict')
const SETTINGS: DataFormat = formatOf('settings')

function formatOf(form: JsonForm): DataFormat {
  return {
    read: (text) => dataOf(text, form),
    replace: ({ text, data }, path, value) => {
      const range = data.nodes.get(pointerOf(path))?.value
      return range
        ? [{ start: range.start, end: range.end, text: rendered(value, styleAt(text, range, form)) }]
        : []
    },
    change: (view, holder) => changeHolder(view, holder, form),
  }
}

/** The parsed text, or why it cannot be read. */
function dataOf(text: string, form: JsonForm): Data | string {
  const parsed = parseJson(text, undefined, undefined, form)
  return 'data' in parsed ? parsed.data : parsed.problem.message
}

/** A removal takes out the list or object that was made for it: such a one has white space behind its bracket. */
function withMade(text: string, change: DataChange): DataChange {
  const data = dataOf(text, 'settings')
  const above = change.at.slice(0, -1)
  if (!('remove' in change) || typeof data === 'string' || above.length === 0) return change
  const [part, other] = partsOf(data, above)
  const isOnly = part && pointerOf(part.path) === pointerOf(change.at) && other === undefined
  const isMade = isOnly && part.start > rangeAt(data, above).start + 1
  return isMade ? withMade(text, { at: above, remove: true }) : change
}

function rangeAt({ nodes }: Data, path: DataPath): Range {
  return nodes.get(pointerOf(path))?.value ?? { start: 0, end: 0 }
}

function changeHolder(
  { text, data }: TextView,
  { path, added, gone }: HolderChange,
  form: JsonForm,
): readonly Edit[] {
  const holder = rangeAt(data, path)
  const parts = partsOf(data, path)
  const last = parts.at(-1)
  if (!last || gone.size === parts.length) {
    const inner = form === 'settings' ? settingsRange(text, holder, last) : withinBrackets(holder)
    return [{ ...inner, text: emptyWith(added, { text, holder, form }) }]
  }
  const removed = [...gone].map((i): Edit => ({ ...removedRange(parts, gone, i), text: '' }))
  if (added.length === 0) return removed
  const from = parts.at(-2)?.end ?? holder.start
  const gap = /\s*$/.exec(text.slice(from + 1, last.start))?.[0] ?? ''
  const style = styleIn(text, gap, form)
  const space = parts.length === 1 && style.indent === null ? style.space : gap
  return [...removed, { start: last.end, end: last.end, text: `,${space}${writtenParts(added, style)}` }]
}

function withinBrackets({ start, end }: Range): Range {
  return { start: start + 1, end: end - 1 }
}

/** White space in front of the closing bracket stays, as it was before something was added. */
function settingsRange(text: string, holder: Range, last: Range | undefined): Range {
  const start = holder.start + 1
  const comma = last ? (/^\s*,/.exec(text.slice(last.end, holder.end))?.[0].length ?? 0) : 0
  return { start, end: last ? last.end + comma : start }
}

type Empty = { readonly text: string; readonly holder: Range; readonly form: JsonForm }

/**
 * The text between the brackets of a list or an object that is empty. In settings it begins right behind the bracket: nothing
 * that was made for an addition does.
 */
function emptyWith(added: readonly Addition[], { text, holder, form }: Empty): string {
  if (added.length === 0) return ''
  const style = styleAt(text, holder, form)
  const { eol, unit, indent } = style
  if (indent === null) return writtenParts(added, style)
  const deeper = writtenParts(added, { ...style, indent: indent + unit })
  return form === 'settings' ? deeper : `${eol}${indent}${unit}${deeper}${eol}${indent}`
}

function writtenParts(added: readonly Addition[], style: Style): string {
  const between = style.indent === null ? style.space : style.eol + style.indent
  return added
    .map(({ key, value }) => {
      const written = rendered(value, style)
      return key === null ? written : `${JSON.stringify(key)}${style.colon}${written}`
    })
    .join(`,${between}`)
}

/** How the values of a text are written. */
type TextStyle = {
  readonly eol: string
  /** One level of indentation. */
  readonly unit: string
  readonly colon: string
  /** Behind a comma on one line, and inside braces. */
  readonly space: string
  /** Inside brackets on one line. */
  readonly padding: string
}

/** How the values around a place are written: what the line begins with, null where values share a line. */
type Style = TextStyle & { readonly indent: string | null }

/** The style inside a list or an object whose members have this white space before them. */
function styleIn(text: string, gap: string, form: JsonForm): Style {
  const line = gap.lastIndexOf('\n')
  return { ...sharedStyle(text, form), indent: line < 0 ? null : gap.slice(line + 1) }
}

/** The style of a value: on one line where the whole text is, or where a list or object that holds something is. */
function styleAt(text: string, { start, end }: Range, form: JsonForm): Style {
  const shared = sharedStyle(text, form)
  const value = text.slice(start, end)
  if (form === 'settings' && /^\ufeff?\s*\{\s*\}\s*$/.test(text)) return { ...shared, indent: '' }
  const isOneLine = !/[\n\r]/.test(value) && /^[[{]\s*[^\s\]}]/.test(value)
  if (isOneLine || !/\n\s*\S/.test(text.slice(0, text.trimEnd().length))) return { ...shared, indent: null }
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  return { ...shared, indent: /^[ \t]*/.exec(line.replace('\ufeff', ''))?.[0] ?? '' }
}

function sharedStyle(text: string, form: JsonForm): TextStyle {
  const isTight = form === 'strict' && /,[^\s"\]}]|,"/.test(text) && !/,[ \t]/.test(text)
  return {
    eol: lineEndOf(text),
    unit: /[{[][ \t]*\r?\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
    colon: /"[ \t]*:\S/.test(text) && !/":[ \t]/.test(text) ? ':' : ': ',
    space: isTight ? '' : ' ',
    padding: form === 'strict' ? '' : ' ',
  }
}

function rendered(value: Json, style: Style): string {
  const { eol, unit, indent, colon, space, padding } = style
  if (indent !== null) return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`)
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => rendered(item, style)).join(`,${space}`)
    return value.length === 0 ? '[]' : `[${padding}${items}${padding}]`
  }
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}${colon}${rendered(member, style)}`,
  )
  return members.length === 0 ? '{}' : `{${space}${members.join(`,${space}`)}${space}}`
}
