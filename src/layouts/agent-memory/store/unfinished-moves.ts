import type { JsonObject } from '../../../core/json.ts'
import { isEqual } from './record-edits.ts'

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
