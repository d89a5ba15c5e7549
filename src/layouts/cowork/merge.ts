import { type DataPath, isJsonObject, isSameJson, type Json, type JsonObject } from '../../core/json.ts'
import type { Chosen, DataJoin, Sides } from '../../core/merge-sides.ts'
import { chooseSide } from '../../formats/merge/merge-lines.ts'
import { splitDetail } from './derive.ts'
import { CURRENT_KEYS, LATEST_KEYS } from './read-files.ts'
import { readInstant } from './rows.ts'

/** Rows are known by their ids, dependencies by their names. */
export function joinRows(sides: Sides<JsonObject>): DataJoin {
  return {
    theirs: withNewIds(sides),
    keyOf,
    choose: (path, values) => (path.length === 2 ? olderPromotion(values) : null),
  }
}

/** Sessions are known by their ids as well. */
export function joinSession(sides: Sides<JsonObject>): DataJoin {
  return {
    theirs: sides.theirs,
    keyOf,
    choose: (path, values) => chooseSession(path, values, sides),
  }
}

function keyOf(list: DataPath, item: Json): string | null {
  if (list.at(-1) === 'key_dependencies') return fieldOf(item, 'name')
  return list.length === 1 ? (fieldOf(item, 'session_id') ?? fieldOf(item, 'id')) : null
}

function fieldOf(item: Json | undefined, field: string): string | null {
  const value = isJsonObject(item) ? item[field] : null
  return typeof value === 'string' && value !== '' ? value : null
}

/** Their rows, with a later instant in the id where both sides gave one id to different rows: these are as new, and come last. */
function withNewIds({ base, ours, theirs }: Sides<JsonObject>): JsonObject {
  const idsIn = (root: JsonObject): string[] => rowsOf(root).flatMap((row) => fieldOf(row, 'id') ?? [])
  const old = new Set(idsIn(base))
  const taken = new Set([...idsIn(ours), ...idsIn(theirs)])
  const own = new Map(rowsOf(ours).map((row) => [fieldOf(row, 'id'), row]))
  const renamed = (row: Json): Json => {
    const id = fieldOf(row, 'id')
    const other = own.get(id)
    if (id === null || old.has(id) || other === undefined || isSameThing(row, other)) return row
    const next = freeId(id, taken)
    taken.add(next)
    return { ...(row as JsonObject), id: next }
  }
  const withRenamed = (rows: readonly Json[]): readonly Json[] => {
    const now = rows.map(renamed)
    const isKept = (row: Json): boolean => rows.includes(row)
    return [...now.filter(isKept), ...now.filter((row) => !isKept(row))]
  }
  return Object.fromEntries(
    Object.entries(theirs).map(([key, value]) => [key, Array.isArray(value) ? withRenamed(value) : value]),
  )
}

function rowsOf(root: JsonObject): readonly Json[] {
  return Object.values(root).flatMap((value) => (Array.isArray(value) ? value : []))
}

/** The same row twice: what was promoted on both sides, or taken over with the id that it has. */
function isSameThing(a: Json, b: Json): boolean {
  const [from, other] = [origin(a), origin(b)]
  return from === null && other === null
    ? fieldOf(a, 'created_at') === fieldOf(b, 'created_at') && isSameJson(wordsOf(a), wordsOf(b))
    : isSameJson(from, other)
}

function origin(row: Json | undefined): Json {
  return (isJsonObject(row) && row.promoted_from) || null
}

/** What a row says: every mark that is set later is left out. */
function wordsOf(row: Json | undefined): Json {
  const {
    content = null,
    title = null,
    name = null,
    decision = null,
    description = null,
  } = isJsonObject(row) ? row : {}
  return [content, title, name, decision, description]
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  const [, front = id, number] = /^(.*-)(\d+)$/.exec(id) ?? []
  for (let n = 1; ; n += 1) {
    const next = number === undefined ? `${id}-${n + 1}` : `${front}${BigInt(number) + BigInt(n)}`
    if (!taken.has(next)) return next
  }
}

/** One item that both sides promoted with the same words is the row that was there first. */
function olderPromotion({ base, ours, theirs }: Sides<Json | undefined>): Chosen | null {
  if (base !== undefined || !isJsonObject(ours) || !isJsonObject(theirs) || origin(ours) === null) return null
  const times = { created_at: null, promoted_at: null }
  if (!isSameJson({ ...ours, ...times }, { ...theirs, ...times })) return null
  return { value: timeOf(theirs, 'created_at') < timeOf(ours, 'created_at') ? theirs : ours }
}

const STARTED = new Set<string>([...CURRENT_KEYS, ...LATEST_KEYS])

/** Of two sessions that were started the newer is current; of two that ended well the one that ended last is the latest. */
function chooseSession(
  path: DataPath,
  { ours, theirs }: Sides<Json | undefined>,
  sides: Sides<JsonObject>,
): Chosen | null {
  const [key] = path
  if (path.length !== 1 || typeof key !== 'string' || !STARTED.has(key)) return null
  if (typeof ours !== 'string') return typeof theirs === 'string' ? { value: theirs } : null
  if (typeof theirs !== 'string') return { value: ours }
  const field = key === 'latest_successful_session' ? 'completed_at' : 'started_at'
  const [own, other] = [sessionTime(sides.ours, ours, field), sessionTime(sides.theirs, theirs, field)]
  if (own === other) return { value: ours < theirs ? theirs : ours }
  return { value: own < other ? theirs : ours }
}

function sessionTime({ sessions }: JsonObject, id: string, field: string): number {
  const rows = Array.isArray(sessions) ? (sessions as readonly Json[]) : []
  return timeOf(rows.find((row) => (fieldOf(row, 'session_id') ?? fieldOf(row, 'id')) === id) ?? null, field)
}

function timeOf(row: Json, field: string): number {
  return readInstant(fieldOf(row, field) ?? '')?.time ?? Number.NEGATIVE_INFINITY
}

/** A detail file: what is derived is as on the side that changed it, and people's words are joined. */
export function detailTexts(sides: Sides<string>): Sides<string> {
  const partsOf = (text: string): { readonly head: string; readonly words: string } => {
    const { below, state } = splitDetail(text)
    const end = text.length - below.length
    return state === 'written' ? { head: text.slice(0, end), words: below } : { head: '', words: text }
  }
  const [base, ours, theirs] = [partsOf(sides.base), partsOf(sides.ours), partsOf(sides.theirs)]
  if (ours.head === '' || theirs.head === '') return sides
  const head = chooseSide({ base: base.head, ours: ours.head, theirs: theirs.head })?.taken ?? ours.head
  return { base: head + base.words, ours: head + ours.words, theirs: head + theirs.words }
}
