import { type Node, type ParseError, parseTree } from 'jsonc-parser'
import type { Json } from '../../core/json.ts'
import { lineEndOf } from '../line-end.ts'

/** A text of JSON, which may have comments and trailing commas, and its root; null for what is no such object. */
function rootOf(text: string): Node | null {
  const errors: ParseError[] = []
  // A byte order mark counts as a character, so that offsets are those of the text.
  const root = parseTree(text.replace(/^\ufeff/, ' '), errors, { allowTrailingComma: true })
  return errors.length === 0 && root?.type === 'object' ? root : null
}

/**
 * Adds an item at the end of the list at a path of keys; lists and objects on the way are made where they are missing. Every
 * other byte stays. Null where the text is no JSON object, or something else is on the way.
 */
export function withListItem(text: string, path: readonly string[], item: Json): string | null {
  const root = rootOf(text)
  if (!root) return null
  let holder = root
  for (const [depth, key] of path.entries()) {
    const value = memberOf(holder, key)?.children?.[1]
    if (!value) {
      const missing = path.slice(depth + 1).reduceRight<Json>((inner, name) => ({ [name]: inner }), [item])
      return addedTo(text, holder, (style) => `${JSON.stringify(key)}: ${written(missing, style)}`)
    }
    if (value.type !== (depth === path.length - 1 ? 'array' : 'object')) return null
    holder = value
  }
  return addedTo(text, holder, (style) => written(item, style))
}

/**
 * Takes out of the list at a path the items that `isOurs` accepts, and each list and object that was made for them. What
 * `withListItem` added is taken out to the byte.
 */
export function withoutListItems(
  text: string,
  path: readonly string[],
  isOurs: (item: Json) => boolean,
): string {
  const root = rootOf(text)
  const way = root ? nodesOnWay(root, path) : null
  const list = way?.at(-1)
  const items = list?.children ?? []
  const found = items.findLast((item) => isOurs(JSON.parse(plainJson(item)) as Json))
  if (!way || !list || !found) return text
  const rest = removed(text, way, found)
  return withoutListItems(rest, path, isOurs)
}

/** The items of the list at a path; none where there is no such list. */
export function listItemsAt(text: string, path: readonly string[]): readonly Json[] {
  const root = rootOf(text)
  const list = root ? nodesOnWay(root, path)?.at(-1) : undefined
  return (list?.children ?? []).map((item) => JSON.parse(plainJson(item)) as Json)
}

/** From the root to the list; null where it is not there. */
function nodesOnWay(root: Node, path: readonly string[]): readonly Node[] | null {
  const way = [root]
  for (const [depth, key] of path.entries()) {
    const value = memberOf(way.at(-1), key)?.children?.[1]
    if (value?.type !== (depth === path.length - 1 ? 'array' : 'object')) return null
    way.push(value)
  }
  return way
}

/** Of several members with one name the last one counts. */
function memberOf(holder: Node | undefined, key: string): Node | undefined {
  return holder?.children?.findLast((member) => member.children?.[0]?.value === key)
}

/** A node as JSON without comments. */
function plainJson(node: Node): string {
  if (node.type === 'array') return `[${(node.children ?? []).map(plainJson).join(',')}]`
  if (node.type !== 'object') return JSON.stringify(node.value)
  const members = (node.children ?? []).map(({ children: [key, value] = [] }) =>
    key && value ? `${JSON.stringify(key.value)}:${plainJson(value)}` : '',
  )
  return `{${members.join(',')}}`
}

/** What comes before an item: nothing, a space, or a line break and an indentation. */
type Style = { readonly gap: string; readonly unit: string }

/**
 * Behind the last item, or right behind the bracket of what was empty: there an item of somebody else never begins in a
 * container that was made here, so the two can be separated later.
 */
function addedTo(text: string, holder: Node, write: (style: Style) => string): string {
  const last = holder.children?.at(-1)
  const gap = last ? gapBefore(text, last.offset) : ''
  const at = last ? last.offset + last.length : holder.offset + 1
  const own = write({ gap, unit: /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ' })
  return `${text.slice(0, at)}${last ? `,${gap}` : ''}${own}${text.slice(at)}`
}

function gapBefore(text: string, offset: number): string {
  const before = text.slice(0, offset)
  const indent = /(?:^|[\n\r])([ \t]*)$/.exec(before)?.[1]
  if (indent !== undefined) return lineEndOf(text) + indent
  return /\s$/.test(before) ? ' ' : ''
}

/** A value in the manner of its neighbours. A list or object that is made here has white space behind its bracket. */
function written(value: Json, { gap, unit }: Style): string {
  const lineEnd = /^[\r\n]+/.exec(gap)?.[0]
  if (lineEnd !== undefined) return JSON.stringify(value, null, unit).replaceAll('\n', gap)
  const lines = JSON.stringify(value, null, 1).split('\n')
  return lines.map((line) => line.trim()).join(' ')
}

/** Takes an item out, and the container that was made for it alone. */
function removed(text: string, way: readonly Node[], item: Node): string {
  const holder = way.at(-1)
  const above = way.at(-2)
  const children = holder?.children ?? []
  const at = children.indexOf(item)
  const [before, after] = [children[at - 1], children[at + 1]]
  const end = item.offset + item.length
  if (before) return text.slice(0, before.offset + before.length) + text.slice(end)
  if (after) return text.slice(0, item.offset) + text.slice(after.offset)
  const isMade = holder !== undefined && item.offset > holder.offset + 1
  if (isMade && above && holder.parent) return removed(text, way.slice(0, -1), holder.parent)
  return text.slice(0, (holder?.offset ?? 0) + 1) + text.slice(end)
}
