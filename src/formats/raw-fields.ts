import type { JsonObject } from '../core/json.ts'
import type { Range } from '../core/markdown.ts'
import type { Data, DataNode } from '../core/source.ts'
import { type Lines, lineOf } from './front-matter-block.ts'

const KEY = /([A-Za-z_][\w-]*):[ \t]*/y

/**
 * Reads `key: value` lines as the editor does that owns `.mdc` files: a value is the text behind the colon, unquoted and
 * with no YAML in it (`globs: **\/*.ts, *.md`). A line without a key belongs to the value above it; `#` starts a comment.
 */
export function readRawFields({ text }: Pick<Lines, 'text'>, range: Range): Data & { fields: JsonObject } {
  const fields: { [key: string]: string } = Object.create(null)
  const nodes = new Map<string, DataNode>([['', { pointer: '', key: null, value: range }]])
  const comments: Range[] = []
  let last: { readonly name: string; readonly key: Range; readonly start: number } | null = null
  for (let at = range.start; at < range.end; at = lineOf(text, at).next) {
    const end = Math.min(lineOf(text, at).end, range.end)
    if (text[at] === '#') {
      comments.push({ start: at, end })
      continue
    }
    KEY.lastIndex = at
    const match = KEY.exec(text)
    if (match?.[1] !== undefined && KEY.lastIndex <= end) {
      last = { name: match[1], key: { start: at, end: at + match[1].length }, start: KEY.lastIndex }
    }
    if (!last) continue
    const value = text.slice(last.start, end).trimEnd()
    fields[last.name] = value
    const pointer = `/${last.name}`
    nodes.set(pointer, {
      pointer,
      key: last.key,
      value: { start: last.start, end: last.start + value.length },
    })
  }
  return { value: fields, fields, nodes, comments }
}
