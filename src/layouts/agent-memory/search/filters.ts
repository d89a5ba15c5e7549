import type { Json, JsonObject } from '../../../core/json.ts'
import type { KnownRecord } from '../store/known-records.ts'
import { fold } from './terms.ts'

/** The hard filters: a record passes all or it is not looked at. */
export type Filters = (record: KnownRecord) => boolean

/** Reads the filters of a call. */
export function readFilters({ scope, kind, tags, entities, all_tags }: JsonObject): Filters {
  const [scopes, kinds] = [listOf(scope), listOf(kind)]
  const [wanted, about] = [listOf(tags).map(fold), listOf(entities).map(fold)]
  return (record) => {
    const has = new Set(record.tags.map(fold))
    const own = new Set(record.facts.entities.map(fold))
    return (
      (scopes.length === 0 || scopes.includes(record.scope)) &&
      (kinds.length === 0 || kinds.includes(record.kind)) &&
      (wanted.length === 0 ||
        (all_tags === true ? wanted.every((tag) => has.has(tag)) : wanted.some((tag) => has.has(tag)))) &&
      (about.length === 0 || about.some((one) => own.has(one)))
    )
  }
}

function listOf(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.map(String) : []
}
