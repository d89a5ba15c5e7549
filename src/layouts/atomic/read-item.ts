import { isCalendarDate } from '../../core/date.ts'
import { type Document, type Item, readStated, type StatedDate } from '../../core/document.ts'
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts'
import type { FrontMatter, Reading, Source } from '../../core/source.ts'
import { type Place, placeOf, WHOLE_FILE } from '../../core/text.ts'
import { bodyMarks } from '../../formats/hash.ts'
import { ARCHIVE, atomicRoot } from './claim.ts'
import { defaultStatus, isOver } from './lifecycle.ts'

type Readable = Source & { readonly frontMatter: FrontMatter }

const BLANK_LINES = /^(?:[ \t]*(?:\r\n|\n|\r))+/

/** The one item of a file; none where the front matter is missing or cannot be read. */
export function readItem(source: Source): Reading {
  if (!isReadable(source)) return {}
  return { items: [itemOf(source)], dates: createdOf(source), facts: placesOf(source) }
}

function isReadable(source: Source): source is Readable {
  return source.frontMatter !== null
}

function itemOf(source: Readable): Item {
  const { kind, scope, text, path, settings, frontMatter } = source
  const { id, title, ...rest } = frontMatter.fields
  const file = path.slice(atomicRoot(settings).length + 1)
  const body = text.slice(frontMatter.block.end).replace(BLANK_LINES, '')
  const isNamed = typeof id === 'string' && id !== ''
  const fields: JsonObject = {
    file,
    ...stateOf(rest, kind.id),
    ...fieldsOf(rest, kind.fields ?? []),
    ...commentsOf(source),
  }
  const item: Item = {
    kind: kind.id,
    key: isNamed ? id : `file ${file}`,
    ...(isNamed && { id }),
    title: typeof title === 'string' && title !== '' ? title : file,
    place: fieldPlace(source, 'id') ?? WHOLE_FILE,
    ...bodyMarks(body),
    ...readStated({ ...fields, date: fields.created }),
    fields,
  }
  return scope === ARCHIVE || isOver({ item }) ? { ...item, living: false } : item
}

/** A state that is not written is the default one: to write it later is no edit. */
function stateOf(fields: JsonObject, kind: string): JsonObject {
  const status = Object.hasOwn(fields, 'status') ? null : defaultStatus(kind)
  return status === null ? {} : { status }
}

/** Fields by name; those that the kind does not know are one field `other`. A field without a value is as one that is absent. */
function fieldsOf(fields: JsonObject, known: readonly string[]): JsonObject {
  const given = Object.entries(fields).filter(([, value]) => value !== null)
  const own = given.filter(([name]) => known.includes(name) && !ABOUT_FILE.includes(name))
  const others = given.filter((entry) => !own.includes(entry))
  return {
    ...Object.fromEntries(own),
    ...(others.length > 0 && { other: ordered(Object.fromEntries(others)) }),
  }
}

/** Names of fields that no front matter gives. */
const ABOUT_FILE: readonly string[] = ['body', 'comments', 'file', 'other']

/** The same data in the same order of keys: another order is no edit. */
function ordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isJsonObject(value)) return value
  const keys = Object.keys(value).sort()
  return Object.fromEntries(keys.map((key) => [key, ordered(value[key] ?? null)]))
}

/** A reader sees comments as well: one that is added to an item edits it. */
function commentsOf({ frontMatter, text }: Readable): JsonObject {
  const comments = frontMatter.comments.map(({ start, end }) => text.slice(start, end).trim())
  return comments.length > 0 ? { comments: comments.sort() } : {}
}

function createdOf(source: Readable): StatedDate[] {
  const { created } = source.frontMatter.fields
  const place = fieldPlace(source, 'created')
  if (typeof created !== 'string' || !place || !isCalendarDate(created)) return []
  return [{ date: created, what: 'created date', place }]
}

/** Where the values of fields are, for rules that see only the document. */
function placesOf({ frontMatter, starts }: Readable): JsonObject {
  const places = ['supersedes', 'status'].flatMap((field) => {
    const node = frontMatter.nodes.get(`/${field}`)
    return node ? [[field, placeOf(starts, node.value.start, node.value.end)] as const] : []
  })
  return Object.fromEntries(places)
}

/** Where the value of a front-matter field is; null when the field is not there. */
export function fieldPlace({ frontMatter, starts }: Source, field: string): Place | null {
  const node = frontMatter?.nodes.get(`/${field}`)
  return node ? placeOf(starts, node.value.start, node.value.end) : null
}

/** The place of `supersedes` or `status` as the document's facts have it; else the place of its item. */
export function rememberedPlace({ facts, items }: Document, field: 'supersedes' | 'status'): Place {
  const place = isJsonObject(facts) ? facts[field] : undefined
  return (place as Place | undefined) ?? items[0]?.place ?? WHOLE_FILE
}
