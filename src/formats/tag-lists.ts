import { type Json, valueAt } from '../core/json.ts'
import type { Data, Range, Source, TagList, WrittenTag } from '../core/source.ts'
import { type Edit, lineStart } from '../core/text.ts'
import { removedRange } from './edit-data.ts'
import { quoteYaml, yamlScalar } from './yaml/yaml-text.ts'

/** One tag that gets another name. */
export type TagRename = { readonly from: string; readonly to: string }

/** The list `tags` of the front matter; none where there is no list. */
export function frontMatterTags({ frontMatter, text }: Source): readonly TagList[] {
  return frontMatter ? listAt(text, frontMatter, '', 'yaml') : []
}

/** The list `tags` of an object in a YAML or JSON file: of the whole file, or of the object at a pointer. */
export function dataTags({ data, text, kind }: Source, pointer = ''): readonly TagList[] {
  return data ? listAt(text, data, pointer, kind.format === 'json' ? 'json' : 'yaml') : []
}

function listAt(text: string, data: Data, pointer: string, form: TagList['form']): readonly TagList[] {
  const tags = valueAt(data.value, [...pointer.split('/').slice(1), 'tags'])
  if (!Array.isArray(tags)) return []
  const named = (tags as readonly Json[]).map((tag, i) => [`${pointer}/tags/${i}`, tag] as const)
  return [{ form, tags: writtenTags(text, data, named), comments: data.comments }]
}

/** Values of a YAML or JSON text that are tags, where they are written. What is no text keeps its place and is no tag. */
export function writtenTags(
  text: string,
  { nodes }: Data,
  values: readonly (readonly [pointer: string, value: Json | undefined])[],
): readonly WrittenTag[] {
  return values.flatMap(([pointer, value]): WrittenTag[] => {
    const node = nodes.get(pointer)?.value
    if (!node) return []
    const { length } = text.slice(node.start, node.end).trimEnd()
    return [{ start: node.start, end: node.start + length, text: typeof value === 'string' ? value : '' }]
  })
}

/** The tags of a list after a rename: each place once, and no tag twice because of it. */
export function renamedTags(tags: readonly Json[], { from, to }: TagRename): readonly Json[] {
  const first = tags.includes(to) ? -1 : tags.indexOf(from)
  return tags.flatMap((tag, i) => (tag !== from ? [tag] : i === first ? [to] : []))
}

/**
 * Splices that rename a tag in a list. Where the list has the new name as well, or the old one twice, what would be a second
 * one is removed. Null where a removal would take a comment with it, or the list has a form in which it is not safe.
 */
export function renameEdits(text: string, list: TagList, { from, to }: TagRename): readonly Edit[] | null {
  const { tags, form } = list
  const first = tags.some((tag) => tag.text === to) ? -1 : tags.findIndex((tag) => tag.text === from)
  const gone = new Set(tags.flatMap((tag, i) => (tag.text === from && i !== first ? [i] : [])))
  const renamed = tags[first]
  const edits: Edit[] = []
  if (renamed) {
    const { start, end } = renamed
    edits.push({ start, end, text: writtenAs(text, renamed, to, form) })
  }
  for (const i of gone) {
    const range = removalOf(text, list, gone, i)
    if (!range) return null
    edits.push({ ...range, text: '' })
  }
  return edits
}

/** Quotes stay as they were. */
function writtenAs(text: string, { start }: Range, to: string, form: TagList['form']): string {
  if (form === 'line') return to
  if (form === 'json') return JSON.stringify(to)
  if (text[start] === '"') return quoteYaml(to)
  return text[start] === "'" ? `'${to.replaceAll("'", "''")}'` : yamlScalar(to)
}

/** What goes with a tag: its line in a block list, else one comma. */
function removalOf(text: string, list: TagList, gone: ReadonlySet<number>, index: number): Range | null {
  const { tags, form, comments = [] } = list
  const tag = tags[index]
  if (!tag) return null
  const isLine = form === 'yaml' && isBlockItem(text, tag)
  const range = isLine ? lineAround(text, tag) : removedRange(tags, gone, index)
  const isSafe = range && comments.every(({ start, end }) => start >= range.end || end <= range.start)
  return isSafe ? range : null
}

function isBlockItem(text: string, { start }: Range): boolean {
  return /^[ \t]*-[ \t]+$/.test(text.slice(lineStart(text, start), start))
}

/** The whole lines of an item; null where something else follows it on its last line. */
function lineAround(text: string, { start, end }: Range): Range | null {
  const behind = /^([^\r\n]*)(\r\n|\n|\r)?/.exec(text.slice(end))
  const [, rest = '', lineEnd] = behind ?? []
  if (rest.trim() !== '' && !rest.trimStart().startsWith('#')) return null
  const from = lineStart(text, start)
  if (lineEnd !== undefined) return { start: from, end: end + rest.length + lineEnd.length }
  const above = /(?:\r\n|\n|\r)$/.exec(text.slice(0, from))?.[0].length ?? 0
  return { start: from - above, end: end + rest.length }
}
