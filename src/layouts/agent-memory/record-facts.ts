import { timestampOf } from '../../core/date.ts'
import { isJsonObject, type Json, type JsonObject, textList } from '../../core/json.ts'
import { digest } from '../../formats/hash.ts'
import { estimateTokens } from '../../formats/tokens.ts'
import { yamlText } from '../../formats/yaml/yaml-text.ts'
import { fold, termsOf } from './search/terms.ts'

/**
 * What a search, a list and a compaction need to know of a record without reading its text again. The summary is the title of
 * its item; scope, kind and tags are among the item's fields.
 */
export type RecordFacts = {
  /** The terms of the content, each once, with spaces between. */
  readonly terms: string
  /** Equal for contents that differ in white space and composition of characters alone. */
  readonly same: string
  readonly entities: readonly string[]
  readonly confidence: number
  readonly source: string
  readonly created: string
  readonly updated: string
  readonly used: string | null
  /** Estimated tokens of the record as answers have it. */
  readonly tokens: number
  /** The scope that it was promoted from. */
  readonly from: string | null
}

/** The facts of a record; null for one that lacks a field without which it can be neither found nor shown. */
export function factsOf(record: JsonObject): RecordFacts | null {
  const { id, kind, summary, content, confidence, source, created_at, updated_at, last_used_at } = record
  if (![id, kind, summary, content, created_at, updated_at].every(isFilled)) return null
  if (timestampOf(String(updated_at)) === null || timestampOf(String(created_at)) === null) return null
  if (!Array.isArray(record.tags) || !Array.isArray(record.entities)) return null
  return {
    terms: termsOf(fold(String(content))).join(' '),
    same: sameness(String(content)),
    entities: textList(record.entities),
    confidence: typeof confidence === 'number' && confidence >= 0 && confidence <= 1 ? confidence : 0,
    source: typeof source === 'string' ? source : '',
    created: String(created_at),
    updated: String(updated_at),
    used: typeof last_used_at === 'string' ? last_used_at : null,
    tokens: estimateTokens(yamlText({ results: [shownRecord(record)] })),
    from: typeof record.promoted_from === 'string' ? record.promoted_from : null,
  }
}

function isFilled(value: Json | undefined): boolean {
  return typeof value === 'string' && value !== ''
}

/** Names a content: white space and the composition of characters do not count, case does. */
export function sameness(content: string): string {
  return digest(content.normalize('NFC').replaceAll(/\s+/g, ' ').trim())
}

/** The fields of a record, in the order of the format. */
const FIELDS = [
  'id',
  'scope',
  'kind',
  'summary',
  'content',
  'tags',
  'entities',
  'confidence',
  'source',
  'created_at',
  'updated_at',
  'last_used_at',
  'schemaVersion',
] as const

/** A record as answers have it: the fields of the format, and no others. */
export function shownRecord(record: JsonObject): JsonObject {
  return Object.fromEntries(
    FIELDS.flatMap((field): [string, Json][] => {
      const value = Object.hasOwn(record, field) ? record[field] : undefined
      return value === undefined ? [] : [[field, value]]
    }),
  )
}

/** The facts of a document as they were kept; null for a document without. */
export function recordFacts(facts: Json): RecordFacts | null {
  return isJsonObject(facts) ? (facts as RecordFacts & JsonObject) : null
}
