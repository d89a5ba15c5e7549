import { isJsonObject, type Json, type JsonObject, pointerStep } from '../../../core/json.ts'
import type { Data, DataNode, Reading, Source, TagList } from '../../../core/source.ts'
import { type LineStarts, lineAt, type Place, placeOf } from '../../../core/text.ts'
import { writtenTags } from '../../../formats/tag-lists.ts'
import { quoteYaml } from '../../../formats/yaml/yaml-text.ts'
import {
  END,
  type IndexComment,
  type IndexFacts,
  type IndexRow,
  type IndexValue,
  indexDigest,
  type KeptKey,
  ROW_SECTIONS,
  TOP,
} from './index-facts.ts'

/** The file with its parsed data: what every part of the reading looks things up in. */
type Parsed = { readonly source: Source; readonly data: Data }

const ROOT_KEYS: readonly string[] = ['workspace', 'last_updated', ...ROW_SECTIONS, 'summary']
const SUMMARY_KEYS: readonly string[] = ['total_decisions', 'total_lessons', 'domains_with_memory']
const ROW_KEYS: readonly string[] = ['name', 'used_in', 'count']

/** Reads `_index.yaml`: the values to compare with, and everything a person wrote. Facts are null for broken YAML. */
export function readMemoryIndex(source: Source): Reading {
  if (!source.data) return { facts: null }
  return { facts: factsOf({ source, data: source.data }) }
}

/** The name of each row of tags. Two rows of one name become one in a rebuild, which keeps what people wrote in both. */
export function indexTagLists({ data, text }: Source): readonly TagList[] {
  const root = data && isJsonObject(data.value) ? data.value : {}
  if (!data || !Array.isArray(root.tags)) return []
  return (root.tags as readonly Json[]).flatMap((row, i): TagList[] => {
    const pointer = isJsonObject(row) ? `/tags/${i}/name` : `/tags/${i}`
    return [{ form: 'yaml', tags: writtenTags(text, data, [[pointer, isJsonObject(row) ? row.name : row]]) }]
  })
}

function factsOf(parsed: Parsed): IndexFacts {
  const { source, data } = parsed
  const root = isJsonObject(data.value) ? data.value : {}
  const summary = isJsonObject(root.summary) ? root.summary : {}
  const tags = rowsOf(parsed, root, 'tags')
  const categories = rowsOf(parsed, root, 'categories')
  const known = [
    ...['workspace', 'last_updated'].map((key) => [`/${key}`, root[key]] as const),
    ...SUMMARY_KEYS.map((key) => [`/summary/${key}`, summary[key]] as const),
  ]
  return {
    digest: indexDigest(source.text),
    tags: tags.rows,
    categories: categories.rows,
    values: Object.fromEntries(known.map(([pointer, value]) => [pointer, valueAt(parsed, pointer, value)])),
    kept: {
      root: keptOf(parsed, '', root, ROOT_KEYS),
      summary: keptOf(parsed, '/summary', summary, SUMMARY_KEYS),
    },
    comments: readComments(source, data, namesByPointer(tags.rows, categories.rows)),
    complete:
      isMapOrNothing(data.value) && isMapOrNothing(root.summary) && tags.complete && categories.complete,
  }
}

/** A section's rows. A row may also be its bare name; anything else cannot be carried over. */
function rowsOf(parsed: Parsed, root: JsonObject, section: string): { rows: IndexRow[]; complete: boolean } {
  const list = root[section] ?? []
  if (!Array.isArray(list)) return { rows: [], complete: false }
  const rows = (list as readonly Json[]).map((row, i) => rowOf(parsed, `/${section}/${i}`, row))
  const named = rows.filter((row) => row !== null)
  return { rows: named, complete: named.length === rows.length }
}

function rowOf(parsed: Parsed, pointer: string, row: Json): IndexRow | null {
  const fields = isJsonObject(row) ? row : { name: row }
  const name = nameOf(fields.name)
  if (name === null) return null
  return {
    name,
    place: placeAt(parsed, `${pointer}/name`) ?? placeAt(parsed, pointer),
    usedIn: valueAt(parsed, `${pointer}/used_in`, fields.used_in),
    count: valueAt(parsed, `${pointer}/count`, fields.count),
    kept: isJsonObject(row) ? keptOf(parsed, pointer, row, ROW_KEYS) : [],
    ...(typeof fields.description === 'string' &&
      fields.description !== '' && { meaning: fields.description }),
  }
}

/** An unquoted `2024` or `true` is a number or a truth value to YAML; as a tag it is a word. */
function nameOf(name: Json | undefined): string | null {
  if (typeof name === 'string') return name
  return typeof name === 'number' || typeof name === 'boolean' ? String(name) : null
}

/** The keys of a map that no rebuild derives; an empty value says nothing and is left out. */
function keptOf(parsed: Parsed, pointer: string, map: JsonObject, derived: readonly string[]): KeptKey[] {
  return Object.entries(map).flatMap(([key, value]) => {
    if (derived.includes(key) || value === null || value === '') return []
    return [{ key, yaml: yamlOf(parsed, `${pointer}/${pointerStep(key)}`, value) }]
  })
}

/** A value as one line: as written where it is a scalar or flow collection on one line, else as JSON, which is YAML. */
function yamlOf({ source, data }: Parsed, pointer: string, value: Json): string {
  const range = data.nodes.get(pointer)?.value
  const written = range ? source.text.slice(range.start, range.end) : ''
  const isScalar = typeof value !== 'object'
  const isBlock = /[\r\n]/.test(written) || /^[|>]/.test(written) || !(isScalar || /^[[{]/.test(written))
  return isBlock || written === '' ? quoteYaml(value) : written
}

function namesByPointer(tags: readonly IndexRow[], categories: readonly IndexRow[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const [section, rows] of [['tags', tags] as const, ['categories', categories] as const]) {
    rows.forEach(({ name }, i) => {
      names.set(`/${section}/${i}`, `/${section}/${pointerStep(name)}`)
    })
  }
  return names
}

function valueAt(parsed: Parsed, pointer: string, value: Json | undefined): IndexValue {
  return { json: JSON.stringify(value ?? null), place: placeAt(parsed, pointer) }
}

function placeAt({ source, data }: Parsed, pointer: string): Place | null {
  const value = data.nodes.get(pointer)?.value
  return value ? placeOf(source.starts, value.start, value.end) : null
}

function isMapOrNothing(value: Json | undefined): boolean {
  return value === undefined || value === null || isJsonObject(value)
}

/**
 * Finds every comment and the key it belongs to: the key on its line, or the next key below it. A block at the top
 * of the file with a blank line below it belongs to the file.
 */
function readComments(
  { text, starts }: Source,
  data: Data,
  names: ReadonlyMap<string, string>,
): IndexComment[] {
  const keys = keysByLine(data, starts, names)
  const keyLines = [...keys.keys()].sort((a, b) => b - a)
  const first = keyLines.at(-1) ?? Number.POSITIVE_INFINITY
  const found: IndexComment[] = []
  let at = 0
  let below = END
  // From the end, so that each comment knows what is below it: a header may be thousands of lines long.
  for (const { start, end } of [...data.comments].reverse()) {
    const line = lineAt(starts, start)
    for (let key = keyLines[at]; key !== undefined && key > line; key = keyLines[at]) {
      below = keys.get(key) ?? END
      at += 1
    }
    const own = isBlank(text, starts[line - 1] ?? 0, start) ? undefined : keys.get(line)
    if (own === undefined && line < first && isBlankLine(text, starts, line + 1)) below = TOP
    found.push({
      anchor: own ?? below,
      trailing: own !== undefined,
      text: text.slice(start, end).trimEnd(),
    })
  }
  return found.reverse()
}

/** The outermost key or row that starts on each line. */
function keysByLine(
  { nodes }: Data,
  starts: LineStarts,
  names: ReadonlyMap<string, string>,
): ReadonlyMap<number, string> {
  const first = new Map<number, DataNode>()
  for (const node of nodes.values()) {
    if (node.pointer === '') continue
    const line = lineAt(starts, startOf(node))
    const other = first.get(line)
    if (!other || isBefore(node, other)) first.set(line, node)
  }
  return new Map([...first].map(([line, { pointer }]) => [line, named(pointer, names)]))
}

function isBefore(a: DataNode, b: DataNode): boolean {
  return startOf(a) === startOf(b) ? a.pointer.length < b.pointer.length : startOf(a) < startOf(b)
}

function startOf({ key, value }: DataNode): number {
  return key?.start ?? value.start
}

/** `/tags/3/count` → `/tags/pnpm/count`: rows move, their names stay. */
function named(pointer: string, names: ReadonlyMap<string, string>): string {
  const [row, rest = ''] = /^(\/[^/]*\/[^/]*)(.*)$/s.exec(pointer)?.slice(1) ?? [pointer]
  return `${names.get(row ?? pointer) ?? row}${rest}`
}

function isBlank(text: string, start: number, end: number): boolean {
  return text.slice(start, end).replace('\uFEFF', '').trim() === ''
}

function isBlankLine(text: string, starts: LineStarts, line: number): boolean {
  const start = starts[line - 1]
  return start !== undefined && isBlank(text, start, starts[line] ?? text.length)
}
