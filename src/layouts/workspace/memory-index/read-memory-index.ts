import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import type { Reading } from '../../../core/kind.ts'
import { type Place, placeOf } from '../../../core/place.ts'
import type { Data, Source } from '../../../core/source.ts'
import { quoted } from '../../../formats/yaml-scalar.ts'
import { indexDigest } from './index-digest.ts'
import {
  type IndexFacts,
  type IndexRow,
  type IndexValue,
  type KeptKey,
  pointerStep,
  ROW_SECTIONS,
} from './index-facts.ts'
import { readComments } from './read-comments.ts'

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
  return isBlock || written === '' ? quoted(value) : written
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
