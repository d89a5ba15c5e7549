import { dayOf, timestampOf } from '../../core/date.ts'
import { type Item, readStated, type StatedDate } from '../../core/document.ts'
import { isJsonObject, type Json, type JsonObject, textList } from '../../core/json.ts'
import type { Reading, Source } from '../../core/source.ts'
import { once, type Place, placeOf, WHOLE_FILE } from '../../core/text.ts'
import { bodyMarks, digest } from '../../formats/hash.ts'
import { estimateTokens } from '../../formats/tokens.ts'
import { yamlText } from '../../formats/yaml/yaml-text.ts'
import { isUuid } from './claim.ts'

/** The version of a record's form that is known here. */
export const SCHEMA_VERSION = 1

/** Reads a record as one item, with the days that it states. Nothing is read from what is no JSON object. */
export function readRecord(source: Source): Reading {
  const record = recordOf(source)
  if (!record) return {}
  return {
    items: [itemOf(source, record)],
    dates: TIMES.flatMap((field) => datesOf(source, record, field)),
    facts: factsOf(record),
  }
}

/**
 * Reads an archived record as the item that it was: it is not lost. Without an id, because a record that came back may be there
 * again.
 */
export function readArchived(source: Source): Reading {
  const record = recordOf(source)
  if (!record) return {}
  const { id: _, ...item } = itemOf(source, record)
  return { items: [item] }
}

/** Case does not matter in a UUID: two records that differ in nothing else have one id. */
function itemOf(source: Source, record: JsonObject): Item {
  const written = textOf(record, 'id') ?? ''
  const id = isUuid(written) ? written.toLowerCase() : null
  const content = textOf(record, 'content') ?? ''
  return {
    kind: 'record',
    key: id ?? source.path,
    ...(id !== null && { id }),
    title: textOf(record, 'summary') ?? '',
    place: fieldPlace(source, 'id'),
    ...bodyMarks(content),
    ...readStated({ date: textOf(record, 'created_at'), tags: record.tags }),
    says: {
      text: [content.trim(), marksOf(record)].filter(Boolean).join('\n\n'),
      place: recordPlace(source),
    },
    fields: { scope: source.scope, kind: record.kind ?? null, tags: record.tags ?? null },
  }
}

/** The fields that say how far a record holds, on a line; its tags and when it was written are shown with its title. */
function marksOf(record: JsonObject): string {
  const [created, updated] = TIMES.map((field) => (textOf(record, field) ?? '').slice(0, 'YYYY-MM-DD'.length))
  const { confidence } = record
  const kind = [textOf(record, 'kind'), textOf(record, 'scope')].filter(Boolean).join(', ')
  const about = textList(record.entities).join(', ')
  const from = textOf(record, 'source') ?? ''
  return [
    ...(kind === '' ? [] : [kind]),
    ...(about === '' ? [] : [`about ${about}`]),
    ...(typeof confidence === 'number' ? [`confidence ${confidence}`] : []),
    ...(from === '' ? [] : [`from ${from}`]),
    ...(updated === created ? [] : [`updated ${updated}`]),
  ].join('; ')
}

function datesOf(source: Source, record: JsonObject, field: string): StatedDate[] {
  const instant = timestampOf(textOf(record, field) ?? '')
  return instant === null ? [] : [{ date: dayOf(instant), what: field, place: fieldPlace(source, field) }]
}

/** The fields of a record that say when something happened, in the order in which it can. */
export const TIMES = ['created_at', 'updated_at', 'last_used_at'] as const

/** The fields of a parsed record; null when the file is not there, or is no JSON object. */
export function recordOf(source: Source | undefined): JsonObject | null {
  const value = source?.data?.value
  return isJsonObject(value) ? value : null
}

/** A field of a record as text; null when it is absent or something else. */
export function textOf(record: JsonObject | null, field: string): string | null {
  const value = record && Object.hasOwn(record, field) ? record[field] : null
  return typeof value === 'string' ? value : null
}

function recordPlace({ data, starts, text }: Source): Place {
  const { start, end } = data?.nodes.get('')?.value ?? { start: 0, end: text.length }
  return placeOf(starts, start, end)
}

/** Where the value of a field is; the whole file when the field is absent. */
export function fieldPlace({ data, starts }: Source, field: string): Place {
  const node = data?.nodes.get(`/${field}`)
  return node ? placeOf(starts, node.value.start, node.value.end) : WHOLE_FILE
}

/** The kinds of records. */
export const KINDS = ['fact', 'decision', 'procedure', 'note'] as const

/** Words of others for these. */
export const KIND_SYNONYMS = {
  how_to: 'procedure',
  howto: 'procedure',
  observation: 'note',
  choice: 'decision',
  preference: 'fact',
} as const

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
function factsOf(record: JsonObject): RecordFacts | null {
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

/** The fields of a record, in the order of the format; each is required. */
export const FIELDS = [
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

/** A text as searches compare it: compatible forms as one (NFKC), lower case, white space as single spaces. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

const TERM = once(() => /[\p{L}\p{N}\p{M}]+/gu)

/** The terms of a folded text, each once: runs of letters, digits and marks. */
export function termsOf(folded: string): readonly string[] {
  return [...new Set(folded.match(TERM()))]
}

/** English words that a question has and that say nothing of what is asked for. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be been by can could did do does for from had has have how i if in into is it its me my of on or our should so than that the their them then there these they this to was we were what when where which who why will with would you your'.split(
    ' ',
  ),
)

/** The terms of a query: without stop words, if another term is left. */
export function queryTerms(folded: string): readonly string[] {
  const all = termsOf(folded)
  const meaningful = all.filter((term) => !STOP_WORDS.has(term))
  return meaningful.length > 0 ? meaningful : all
}

/**
 * Whether a folded text has a needle in it, when only its terms are known, each once with spaces between: true, false, or null
 * where the text has to be read.
 */
export function mayHold(terms: string, needle: string): boolean | null {
  const found = [...needle.matchAll(TERM())]
  const [first] = found
  if (!first) return null
  if (first[0] === needle) return terms.includes(needle)
  const all = ` ${terms} `
  const isPossible = found.every(({ 0: term, index }) => {
    const isFree = index === 0
    const isOpen = index + term.length === needle.length
    return all.includes(`${isFree ? '' : ' '}${term}${isOpen ? '' : ' '}`)
  })
  return isPossible ? null : false
}
