import { isCalendarDate } from '../../core/date.ts'
import type { Document, Memory, StatedDate } from '../../core/document.ts'
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts'
import type { Settings } from '../../core/settings.ts'
import type { Source } from '../../core/source.ts'
import { once, type Place, placeOf, WHOLE_FILE } from '../../core/text.ts'
import { coworkRoot } from './claim.ts'

/** An object in a list of a JSON file. */
export type Row = { readonly pointer: string; readonly value: JsonObject }

/** The file's own object; null where it is something else or did not parse. */
export function rootOf({ data }: Source): JsonObject | null {
  return data && isJsonObject(data.value) ? data.value : null
}

/** The objects of a list at the top of the file; what is no object is left out, and is for its schema to report. */
export function rowsOf(source: Source, list: string): Row[] {
  const rows = rootOf(source)?.[list]
  if (!Array.isArray(rows)) return []
  return (rows as readonly Json[]).flatMap((value, i) =>
    isJsonObject(value) ? [{ pointer: `/${list}/${i}`, value }] : [],
  )
}

/** A row's text field; undefined when it is absent or no text. */
export function textIn({ value }: Row, field: string): string | undefined {
  const found = value[field]
  return typeof found === 'string' ? found : undefined
}

/** Where a value is; without that value, where its row starts. */
export function placeAt({ data, starts }: Source, pointer: string): Place {
  const node = data?.nodes.get(pointer)
  if (node) return placeOf(starts, node.value.start, node.value.end)
  const parent = data?.nodes.get(pointer.slice(0, pointer.lastIndexOf('/')))
  return parent ? placeOf(starts, parent.value.start, parent.value.start + 1) : WHOLE_FILE
}

/** A value with the keys of its objects in code point order: how they are ordered says nothing. */
export function sortedKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (!isJsonObject(value)) return value
  const sorted: { [key: string]: Json } = Object.create(null)
  for (const key of Object.keys(value).sort()) sorted[key] = sortedKeys(value[key] ?? null)
  return sorted
}

/** What a row has in addition to the fields of its model, which its readers keep; null for nothing. */
export function otherFields({ value }: Row, known: readonly string[]): Json {
  const others = Object.entries(value).filter(([key]) => !known.includes(key))
  return others.length > 0 ? sortedKeys(others.sort(([a], [b]) => (a < b ? -1 : 1))) : null
}

const TIME_FIELDS = ['created_at', 'resolved_at']

/** The days of the timestamps of rows, in UTC, with their places; what is no timestamp is left out. */
export function statedDates(source: Source, rows: readonly Row[]): StatedDate[] {
  return rows.flatMap((row) =>
    TIME_FIELDS.flatMap((field): StatedDate[] => {
      const instant = readInstant(textIn(row, field) ?? '')
      if (!instant) return []
      return [{ date: instant.day, what: field, place: placeAt(source, `${row.pointer}/${field}`) }]
    }),
  )
}

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})[Tt]((\d{2}):(\d{2}):(\d{2}))(\.\d+)?([Zz]|([+-])(\d{2}):(\d{2}))$/

/** A moment: milliseconds since 1970, and its day in UTC as `YYYY-MM-DD`. */
type Instant = { readonly time: number; readonly day: string }

/** Reads a timestamp of RFC 3339, the form that the format's own reader takes; null for anything else. */
export function readInstant(text: string): Instant | null {
  const [, date = '', clock, hours, minutes, seconds, fraction = '', zone, sign, ...offset] =
    TIMESTAMP.exec(text) ?? []
  if (!isCalendarDate(date) || zone === undefined) return null
  const [ahead = 0, aheadMinutes = 0] = offset.map((part) => Number(part ?? 0))
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  if (ahead > 23 || aheadMinutes > 59) return null
  const shift = (ahead * 60 + aheadMinutes) * (sign === '-' ? -60_000 : 60_000)
  const whole = Date.parse(`${date}T${clock}Z`) - shift
  return { time: whole + Number(`0${fraction}`) * 1000, day: new Date(whole).toISOString().slice(0, 10) }
}

/** Letters, digits and a few marks that no file system and no Markdown takes for anything else. */
const ITEM_ID = once(() => /^(dec|pat)-([\p{L}\p{N}_][\p{L}\p{M}\p{N}._ -]*)-(\d+|\d{8}T\d{6}Z?)$/u)

/** File systems take names of 255 bytes; `.md` and a temporary name need some of them. */
const MOST_BYTES = 200

/** What an id of a decision or pattern says. */
type ItemId = { readonly prefix: 'dec' | 'pat'; readonly iteration: string }

/**
 * Reads `dec-{iteration}-{timestamp}` or `pat-…`; the timestamp is a Unix time or `YYYYMMDDTHHMMSSZ`. Null for another
 * form, and for what cannot be the name of a file, as every id is.
 */
export function readItemId(id: string): ItemId | null {
  if (new TextEncoder().encode(id).length > MOST_BYTES) return null
  const [, prefix, iteration = ''] = ITEM_ID().exec(id) ?? []
  return prefix === 'dec' || prefix === 'pat' ? { prefix, iteration } : null
}

/** Characters of an id that a message shows. */
const MOST_SHOWN = 80

/** An id as a message shows it: a longer one is cut. */
export function shownName(id: string): string {
  return id.length > MOST_SHOWN ? `${id.slice(0, MOST_SHOWN)}…` : id
}

/** The lists of `memory.json`, which are also the folders of their detail files. */
export const LISTS = ['decisions', 'patterns'] as const
export type ListName = (typeof LISTS)[number]

/** What is known of one decision or pattern. */
export type ProjectRow = {
  readonly id: string
  readonly place: Place
  readonly iteration: { readonly id: string; readonly place: Place } | null
  /** What its detail file says above the mark; null where the row is not whole, or its id cannot name a file. */
  readonly detail: string | null
}

/** What is known of `memory.json`: null for a list that is none. */
export type ProjectFacts = { readonly [list in ListName]: readonly ProjectRow[] | null } & {
  /** What its context names: the stack, the style, the dependencies. */
  readonly context: readonly string[]
}

const NO_ROWS: ProjectFacts = { decisions: [], patterns: [], context: [] }

/** The document of `memory.json`, where there is one. */
export function projectMemory({ documents }: Memory): Document | undefined {
  return documents.find(({ kind }) => kind === 'project-memory')
}

/** The rows of `memory.json`: none without that file, null where it could not be read, because unreadable is not empty. */
export function projectFacts(memory: Memory): ProjectFacts | null {
  const document = projectMemory(memory)
  if (!document) return NO_ROWS
  return document.complete ? (document.facts as ProjectFacts | null) : null
}

/** Where the index of the project memory lies. */
export function projectMemoryPath(settings: Settings): string {
  return `${coworkRoot(settings)}/memory/project/memory.json`
}

/** Where the detail file of a row lies. The id must have its form: then it cannot lead anywhere else. */
export function detailPath(settings: Settings, list: ListName, id: string): string {
  return `${coworkRoot(settings)}/memory/project/${list}/${id}.md`
}
