import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser'
import { isJsonObject, type Json } from '../../core/json.ts'
import { lineEndOf } from '../line-end.ts'

type Member = {
  readonly key: string
  readonly start: number
  readonly valueStart: number
  readonly end: number
  readonly inner: JsonRange | null
}

/** An object in a text: from its `{` to behind its `}`. */
type JsonRange = { readonly start: number; readonly end: number; readonly members: readonly Member[] }

/** Far deeper than anybody writes, and far from where recursion ends. */
const MAX_DEPTH = 200

/** Parses JSON, with a byte order mark before it; undefined when it is not JSON, or nested over 200 levels deep. */
export function readJson(text: string): Json | undefined {
  if (depthOf(text) > MAX_DEPTH) return undefined
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

function depthOf(text: string): number {
  let [depth, deepest, isString] = [0, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at]
    if (isString && one === '\\') at += 1
    else if (one === '"') isString = !isString
    else if (isString) continue
    else if (one === '[' || one === '{') depth += 1
    else if (one === ']' || one === '}') depth -= 1
    if (depth > deepest) deepest = depth
  }
  return deepest
}

/** The member of a JSON object at a path of keys, as a value; undefined when there is none. */
export function memberOf(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (at, key) => (isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    value,
  )
}

/**
 * Sets a member that holds a string; every other byte of the text stays. A member that is new comes last in its
 * object, and the object last in its own where it is new too. Null when the text has no such object, or something
 * else in its place.
 */
export function withMember(
  text: string,
  [outer, key]: readonly [string, string],
  value: string,
): string | null {
  const root = objectIn(text)
  if (!root) return null
  const holder = lastNamed(root, outer)
  if (!holder) return added(text, root, { key: outer, write: (style) => nested(style, key, value) })
  if (!holder.inner) return null
  const present = lastNamed(holder.inner, key)
  if (present) return text.slice(0, present.valueStart) + JSON.stringify(value) + text.slice(present.end)
  return added(text, holder.inner, { key, write: () => JSON.stringify(value) })
}

/** The same for a member of the text's own object. */
export function withOwnMember(text: string, key: string, value: string): string | null {
  const root = objectIn(text)
  const present = root && lastNamed(root, key)
  if (!root) return null
  if (present) return text.slice(0, present.valueStart) + JSON.stringify(value) + text.slice(present.end)
  return added(text, root, { key, write: () => JSON.stringify(value) })
}

/** Takes out what `withMember` or `withOwnMember` added, and an object that was made for it. */
export function withoutMember(text: string, path: readonly string[]): string {
  const root = objectIn(text)
  const [first = '', second] = path
  const holder = root && lastNamed(root, first)
  if (!root || !holder) return text
  if (second === undefined) return removed(text, root, holder)
  const member = holder.inner && lastNamed(holder.inner, second)
  if (!holder.inner || !member) return text
  // An object that was there already got its first member right behind the brace.
  const isMade = holder.inner.members.length === 1 && member.start > holder.inner.start + 1
  return isMade ? removed(text, root, holder) : removed(text, holder.inner, member)
}

/** White space between members, and before them inside an object one level further down. */
type Style = { readonly gap: string; readonly deeper: string }

type Addition = { readonly key: string; readonly write: (style: Style) => string }

function added(text: string, { start, members }: JsonRange, { key, write }: Addition): string {
  const last = members.at(-1)
  const gap = gapBefore(text, start, members)
  const entry = `${JSON.stringify(key)}: ${write({ gap, deeper: deeperThan(gap) })}`
  const at = last?.end ?? start + 1
  return `${text.slice(0, at)}${last ? `,${gap}` : ''}${entry}${text.slice(at)}`
}

function gapBefore(text: string, start: number, members: readonly Member[]): string {
  const last = members.at(-1)
  const before = members.at(-2)?.end ?? start
  return last ? (/\s*$/.exec(text.slice(before + 1, last.start))?.[0] ?? '') : ''
}

/** As far again as the members themselves are indented. */
function deeperThan(gap: string): string {
  const line = gap.lastIndexOf('\n')
  return line < 0 ? ' ' : gap + (gap.slice(line + 1) || '  ')
}

function nested({ gap, deeper }: Style, key: string, value: string): string {
  return `{${deeper}${JSON.stringify(key)}: ${JSON.stringify(value)}${gap.includes('\n') ? gap : ' '}}`
}

function removed(text: string, { start, members }: JsonRange, member: Member): string {
  const i = members.indexOf(member)
  const [before, after] = [members[i - 1], members[i + 1]]
  if (before) return text.slice(0, before.end) + text.slice(member.end)
  if (after) return text.slice(0, member.start) + text.slice(after.start)
  return text.slice(0, start + 1) + text.slice(member.end)
}

/** Of several members with one name the last one counts. */
function lastNamed({ members }: JsonRange, key: string): Member | undefined {
  return members.findLast((member) => member.key === key)
}

/** The ranges of a text that holds one JSON object; null for anything else. */
function objectIn(text: string): JsonRange | null {
  if (!isJsonObject(readJson(text))) return null
  return scanObject(text, skip(text, text.startsWith('\ufeff') ? 1 : 0))
}

/** The text is known to be JSON, so nothing here can fail. */
function scanObject(text: string, start: number): JsonRange {
  const members: Member[] = []
  let at = skip(text, start + 1)
  while (text[at] !== '}') {
    const colon = skip(text, endOfString(text, at))
    const valueStart = skip(text, colon + 1)
    const inner = text[valueStart] === '{' ? scanObject(text, valueStart) : null
    const end = inner?.end ?? endOfValue(text, valueStart)
    const key: string = JSON.parse(text.slice(at, endOfString(text, at)))
    members.push({ key, start: at, valueStart, end, inner })
    const next = skip(text, end)
    at = text[next] === ',' ? skip(text, next + 1) : next
  }
  return { start, end: at + 1, members }
}

function skip(text: string, at: number): number {
  let to = at
  while (/\s/.test(text[to] ?? '')) to += 1
  return to
}

function endOfString(text: string, at: number): number {
  let to = at + 1
  while (text[to] !== '"') to += text[to] === '\\' ? 2 : 1
  return to + 1
}

function endOfValue(text: string, at: number): number {
  if (text[at] === '"') return endOfString(text, at)
  if (text[at] === '{') return scanObject(text, at).end
  if (text[at] !== '[') return at + (/^[^\s,\]}]+/.exec(text.slice(at, at + 400))?.[0].length ?? 0)
  let to = skip(text, at + 1)
  while (text[to] !== ']') {
    const next = skip(text, endOfValue(text, to))
    to = text[next] === ',' ? skip(text, next + 1) : next
  }
  return to + 1
}

/** Where in a value: keys, and numbers for items of a list; -1 is behind the last one. */
type JsonPath = readonly (string | number)[]

const BOM = '\ufeff'

/** Parses JSON with comments and trailing commas, as editors keep their settings; undefined when it is not that. */
export function readJsonc(text: string): Json | undefined {
  const errors: ParseError[] = []
  const value = parse(withoutBom(text), errors, { allowTrailingComma: true })
  return errors.length > 0 ? undefined : value
}

/** Sets a value, or takes it out for undefined; comments and everything else stay as they are. */
export function withJsoncValue(text: string, path: JsonPath, value: Json | undefined): string {
  const start = text.startsWith(BOM) ? BOM : ''
  const body = withoutBom(text)
  const edits = modify(body, [...path], value, {
    isArrayInsertion: value !== undefined && typeof path.at(-1) === 'number',
    formattingOptions: { insertSpaces: !/^\t/m.test(body), tabSize: indentOf(body), eol: lineEndOf(body) },
  })
  return start + applyEdits(body, edits)
}

function withoutBom(text: string): string {
  return text.startsWith(BOM) ? text.slice(BOM.length) : text
}

function indentOf(text: string): number {
  return /^( +)\S/m.exec(text)?.[1]?.length ?? 2
}
