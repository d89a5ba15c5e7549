import { timestampOf } from '../../../core/date.ts'
import type { Document, Item, Memory } from '../../../core/document.ts'
import { isSameJson, type Json, type JsonObject, textList } from '../../../core/json.ts'
import { safePath, safeText } from '../../../core/messages.ts'
import type { Refusal } from '../../../core/operation.ts'
import { filesBelow } from '../../../core/snapshot.ts'
import type { Source } from '../../../core/source.ts'
import { compareText } from '../../../core/text.ts'
import type { MovingPlan, PlannedFile } from '../../../core/write-plan.ts'
import type { DataChange } from '../../../formats/edit-data.ts'
import { editJson } from '../../../formats/json/edit-json.ts'
import { refuse } from '../../../stores/answer.ts'
import { agentMemoryRoot, isScope, isUuid, SCOPES } from '../claim.ts'
import { type RecordFacts, recordFacts, recordOf } from '../record.ts'

/** A scope of records. */
export type Scope = (typeof SCOPES)[number]

/** A record that can be found and shown, as far as its facts say. */
export type KnownRecord = {
  readonly id: string
  readonly path: string
  readonly scope: Scope
  readonly kind: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly facts: RecordFacts
  readonly item: Item
  readonly document: Document
}

/** Records, and the documents at places of records that are none. */
export type KnownRecords = {
  readonly records: readonly KnownRecord[]
  /** Records that a promotion has copied and not yet taken away: the later place counts. */
  readonly leftBehind: readonly KnownRecord[]
  readonly faulty: readonly Document[]
  /** Symlinks in the place of the memory or of a scope: they are not followed, and what is behind them is not known. */
  readonly linked: readonly string[]
}

/** The records of a memory, in order of paths. */
export function knownRecords({ documents, files, settings }: Memory): KnownRecords {
  const all: KnownRecord[] = []
  const faulty: Document[] = []
  for (const document of documents) {
    if (document.kind !== 'record') continue
    const record = knownRecord(document)
    if (record) all.push(record)
    else faulty.push(document)
  }
  const root = agentMemoryRoot(settings)
  const folders = [root, ...SCOPES.map((scope) => `${root}/${scope}`)]
  const linked = folders.filter((folder) => files.get(folder)?.mode === 'link')
  const promoted = new Set(
    all.flatMap(({ id, scope, facts }) => (facts.from ? [`${facts.from} ${id} ${scope}`] : [])),
  )
  const isLeft = ({ id, scope }: KnownRecord): boolean =>
    LATER[scope].some((later) => promoted.has(`${scope} ${id} ${later}`))
  return { records: all.filter((one) => !isLeft(one)), leftBehind: all.filter(isLeft), faulty, linked }
}

/** Where a record of a scope can be promoted to. */
const LATER: { readonly [scope in Scope]: readonly Scope[] } = {
  session: ['working', 'durable'],
  working: ['durable'],
  durable: [],
}

/** True when records of one scope are promoted to the other. */
export function isLater(to: Scope, from: Scope): boolean {
  return LATER[from].includes(to)
}

function knownRecord(document: Document): KnownRecord | null {
  const [item] = document.items
  const facts = recordFacts(document.facts)
  const { scope, path, complete } = document
  if (!item?.id || !facts || !complete || !isScope(scope) || item.fields.scope !== scope) return null
  return {
    id: item.id,
    path,
    scope,
    kind: String(item.fields.kind),
    summary: item.title,
    tags: textList(item.fields.tags),
    facts,
    item,
    document,
  }
}

/** The last changed first; then the smaller id. */
export function byChange(a: KnownRecord, b: KnownRecord): number {
  const time = ({ facts }: KnownRecord): number => timestampOf(facts.updated) ?? 0
  return time(b) - time(a) || compareText(a.id, b.id) || compareText(a.path, b.path)
}

/** The file of a record. */
export function recordPath(memory: Memory, scope: string, id: string): string {
  return `${agentMemoryRoot(memory.settings)}/${scope}/${id}.json`
}

/** The record with an id, in any case of its letters; or why there is none, and where it is instead. */
function findRecord(id: string, memory: Memory): KnownRecord | Refusal {
  const { records, faulty } = knownRecords(memory)
  const found = records.find((one) => one.id === id.toLowerCase())
  if (found) return found
  const named = faulty.find(({ path }) => nameOf(path) === `${id.toLowerCase()}.json`)
  if (named) {
    return refuse(
      `${safePath(named.path)} cannot be read as a record`,
      'Fix the file: `memkeep check` says what is wrong with it.',
    )
  }
  const [archived] = archivedPaths(id, memory)
  if (archived !== undefined) {
    return refuse(
      `The record ${safeText(id)} is archived: ${safePath(archived)}`,
      `\`memkeep memory restore --id ${safeText(id)}\` brings it back.`,
    )
  }
  return refuse(
    `No record has the id ${safeText(id)}`,
    isUuid(id) ? '`memory_find` gives the ids of records.' : 'An id is a UUID, as `memory_find` gives it.',
  )
}

/** The file of the record with an id, to be read. */
export function recordWants(id: string, memory: Memory): readonly string[] {
  const found = findRecord(id, memory)
  return 'refusal' in found ? [] : [found.path]
}

/** A record with its file. */
type ReadRecord = { readonly record: KnownRecord; readonly source: Source; readonly fields: JsonObject }

/** The record with an id, with what its file says. */
export function readRecordOf(
  id: string,
  { memory, sources }: { readonly memory: Memory; readonly sources: ReadonlyMap<string, Source> },
): ReadRecord | Refusal {
  const record = findRecord(id, memory)
  if ('refusal' in record) return record
  const source = sources.get(record.path)
  const fields = recordOf(source)
  return source && fields
    ? { record, source, fields }
    : refuse(`${safePath(record.path)} cannot be read`, 'Call the tool again.')
}

/** Files of the archive that have the name of a record, in order of paths. */
export function archivedPaths(id: string, { files, settings }: Memory): readonly string[] {
  return filesBelow(files, `${agentMemoryRoot(settings)}/_archive`)
    .map(({ path }) => path)
    .filter((path) => nameOf(path) === `${id.toLowerCase()}.json`)
}

/** The last name of a path, in lower case. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase()
}

/** The instant of a change: that of the call, or that of the record's creation where a clock was ahead. */
export function changeInstant(now: string, created: string): string {
  return (timestampOf(created) ?? 0) > (timestampOf(now) ?? 0) ? created : now
}

/** Fields of a record and their new values; undefined takes one out. */
export type FieldChanges = { readonly [field: string]: Json | undefined }

/**
 * The text of a record with some fields set; every other byte stays. Null where the text, read back, would be something else,
 * as with a key that is there twice.
 */
export function withFields(text: string, changes: FieldChanges): string | null {
  const edited = editJson(
    text,
    Object.entries(changes).map(([field, value]): DataChange => {
      return value === undefined ? { at: [field], remove: true } : { at: [field], set: value }
    }),
  )
  return 'text' in edited ? edited.text : null
}

/** Why `withFields` gives nothing. */
export function refuseInPlace(path: string): Refusal {
  return refuse(
    `${safePath(path)} cannot be changed in place`,
    'Look for a key that it has twice, and fix the file.',
  )
}

/** A use that is so long ago, in milliseconds, is worth a write. */
const FRESH = 600_000

/** Notes the use of records: those whose last use is noted to within ten minutes stay as they are. */
export function touchPlan(
  records: readonly KnownRecord[],
  sources: ReadonlyMap<string, Source>,
  now: string,
): MovingPlan {
  const instant = timestampOf(now) ?? 0
  const touched = records.flatMap(({ path, facts }): [string, PlannedFile][] => {
    const used = timestampOf(facts.used ?? '')
    const created = timestampOf(facts.created)
    // A clock that is behind notes nothing: no use is before the creation.
    if (created === null || created > instant) return []
    // A new record has the instant of its creation there.
    if (used !== null && used !== created && instant - used < FRESH) return []
    const source = sources.get(path)
    const text = source && instant !== used ? withFields(source.text, { last_used_at: now }) : null
    return text === null ? [] : [[path, { kind: 'text', text }]]
  })
  return new Map(touched)
}

/** What a promotion sets, and what the use of a record changes afterwards. */
const SET_BY_PROMOTION = ['scope', 'updated_at', 'promoted_from', 'promoted_at', 'confidence', 'last_used_at']

/** What archiving sets. */
export const SET_BY_ARCHIVING = ['archived_at', 'duplicate_of', 'compaction'] as const

/** True when two records are one that was promoted: the earlier file says nothing that the later one does not. */
export function isSameMove(earlier: JsonObject, later: JsonObject): boolean {
  return isSameJson(without(earlier, SET_BY_PROMOTION), without(later, SET_BY_PROMOTION))
}

/** True when a record of the archive is a record that is still in its scope. */
export function isSameArchived(present: JsonObject, archived: JsonObject): boolean {
  const apart = [...SET_BY_ARCHIVING, 'last_used_at']
  return isSameJson(without(present, apart), without(archived, apart))
}

function without(record: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)))
}
