import { timestampOf } from '../../../core/date.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import type { Source } from '../../../core/source.ts'
import type { MovingPlan, PlannedFile } from '../../../core/write-plan.ts'
import { readJson, withJsoncValue, withOwnMember, withoutMember } from '../../../formats/json/json-edits.ts'
import type { KnownRecord } from './known-records.ts'

/** Fields of a record and their new values; undefined takes one out. */
export type FieldChanges = { readonly [field: string]: Json | undefined }

/**
 * The text of a record with some fields set; every other byte stays. Null where the text, read back, would be something else,
 * as with a key that is there twice.
 */
export function withFields(text: string, changes: FieldChanges): string | null {
  const before = readJson(text)
  if (!isJsonObject(before)) return null
  const wanted = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== undefined)
  let edited = text
  for (const [field, value] of Object.entries(changes)) {
    if (value !== undefined && isEqual(before[field], value)) continue
    const next = withField(edited, field, value)
    if (next === null) return null
    edited = next
  }
  return isEqual(readJson(edited), Object.fromEntries(wanted) as JsonObject) ? edited : null
}

function withField(text: string, field: string, value: Json | undefined): string | null {
  if (value === undefined) return withoutMember(text, [field])
  return typeof value === 'string' ? withOwnMember(text, field, value) : withJsoncValue(text, [field], value)
}

/** True for values that say the same; the order of keys does not count. */
export function isEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (isJsonObject(a) && isJsonObject(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)])
    return [...keys].every((key) => isEqual(a[key], b[key]))
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((one: Json, i) => isEqual(one, b[i] as Json))
  }
  return a === b
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
  return isEqual(without(earlier, SET_BY_PROMOTION), without(later, SET_BY_PROMOTION))
}

/** True when a record of the archive is a record that is still in its scope. */
export function isSameArchived(present: JsonObject, archived: JsonObject): boolean {
  const apart = [...SET_BY_ARCHIVING, 'last_used_at']
  return isEqual(without(present, apart), without(archived, apart))
}

function without(record: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)))
}
