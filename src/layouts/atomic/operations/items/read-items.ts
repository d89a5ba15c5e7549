import { changedFields, type ItemAt } from '../../../../core/changes/item-changes.ts'
import type { Document, Item, Memory } from '../../../../core/document.ts'
import type { Json, JsonObject } from '../../../../core/json.ts'
import { safePath, safeText } from '../../../../core/messages.ts'
import type { OperationAnswer } from '../../../../core/operation.ts'
import { compareText, once } from '../../../../core/text.ts'
import { estimateTokens } from '../../../../formats/tokens.ts'
import { yamlText } from '../../../../formats/yaml/yaml-text.ts'
import { isArchived, statusOf, supersession } from '../../lifecycle.ts'
import { CATEGORIES, categoryOf } from './schemas.ts'

/** Words of scripts that are written without spaces count by character. */
const WORD = once(
  () =>
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{M}\p{N}])+/gu,
)

/** Marks above and below the letters of European scripts. */
const ACCENTS = once(() => /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\u0300-\u036f]+/gu)

/** A text in which case, accents and width of characters do not count, whatever the locale. */
export function fold(text: string): string {
  const folded = text.normalize('NFKD').replace(ACCENTS(), '').normalize('NFC').toLowerCase()
  return folded.replaceAll('ß', 'ss')
}

/** The words of a text as they are compared; punctuation does not count, and they are not stemmed. */
export function foldedWords(text: string): readonly string[] {
  return fold(text).match(WORD()) ?? []
}

/** The items that a reader sees, and what could not be read. */
export type ReadItems = {
  readonly items: readonly ItemAt[]
  /** Superseded id → the id of the decision that replaces it. */
  readonly supersededBy: ReadonlyMap<string, string>
  readonly diagnostics: JsonObject
  readonly notes: readonly string[]
}

/** What a reader asks for. */
type Asked = { readonly categories: readonly string[]; readonly includeArchived: boolean }

/**
 * The items of some categories: by category in the order of the format, then the newest first, then by id. Of an item that a
 * stopped move left in both folders the archived one is read.
 */
export function readItems(memory: Memory, { categories, includeArchived }: Asked): ReadItems {
  const kinds = categories.map((category) => CATEGORIES[category] ?? '')
  const documents = memory.documents.filter(({ kind }) => kinds.includes(kind))
  const all = documents.flatMap((document) => document.items.map((item) => ({ item, document })))
  const archived = new Map(
    all.filter(({ document }) => isArchived(document)).map((at) => [at.item.id ?? at.document.path, at]),
  )
  const copies = all.flatMap((open) => {
    const other = isArchived(open.document) ? undefined : archived.get(open.item.id ?? '')
    return other ? [{ open, archived: other, isMoved: isSameButStatus(open.item, other.item) }] : []
  })
  const moved = new Set(copies.filter(({ isMoved }) => isMoved).map(({ open }) => open))
  const { successors } = supersession(memory)
  return {
    items: all
      .filter((at) => !moved.has(at) && (includeArchived || !isArchived(at.document)))
      .sort((a, b) => kinds.indexOf(a.item.kind) - kinds.indexOf(b.item.kind) || newestFirst(a, b)),
    supersededBy: new Map(
      [...successors].map(([id, [first]]) => [id, first?.item.id ?? first?.document.path ?? '']),
    ),
    diagnostics: diagnosticsOf(documents),
    notes: copies.flatMap((one) => (one.isMoved ? [] : [twoFiles(one.open, one.archived)])),
  }
}

/** True for two copies of an item that a move was stopped between: a move sets nothing but the status. */
export function isSameButStatus(open: Item, archived: Item): boolean {
  return changedFields(open, archived).every((field) => field === 'file' || field === 'status')
}

/** Newest first, then by id, then by path: never by the order of a listing. */
export function newestFirst(a: ItemAt, b: ItemAt): number {
  return (
    compareText(createdOf(b), createdOf(a)) ||
    compareText(a.item.id ?? '', b.item.id ?? '') ||
    compareText(a.document.path, b.document.path)
  )
}

function createdOf({ item }: ItemAt): string {
  return typeof item.fields.created === 'string' ? item.fields.created : ''
}

function twoFiles(a: ItemAt, b: ItemAt): string {
  const differ = changedFields(a.item, b.item).filter((field) => field !== 'file')
  return `${safePath(a.document.path)} and ${safePath(b.document.path)} have the id ${safeText(a.item.id ?? '')} and differ in ${differ.join(', ')}: keep one of them.`
}

/** Files that hold no item that can be read: counted and named, and left out. */
function diagnosticsOf(documents: readonly Document[]): JsonObject {
  const lost = documents.filter(({ items }) => items.length === 0)
  const unreadable = lost.filter(({ findings }) => findings.some(({ rule }) => rule === 'unreadable'))
  return {
    malformed: lost.length - unreadable.length,
    unreadable: unreadable.length,
    files: lost.map(({ path }) => path),
  }
}

/** What every reader shows of an item. */
export function itemRow(at: ItemAt, supersededBy: ReadonlyMap<string, string>): JsonObject {
  const { item, document } = at
  const status = statusOf(at)
  const successor = item.kind === 'decision' ? supersededBy.get(item.id ?? '') : undefined
  return {
    id: item.id ?? '',
    category: categoryOf(item.kind),
    title: item.title,
    path: document.path,
    created: createdOf(at),
    ...(status !== '' && { status }),
    ...(isArchived(document) && { archived: true }),
    ...(successor !== undefined && { superseded_by: successor }),
  }
}

/** The rows that an answer has room for. */
type Packed = {
  readonly rows: readonly JsonObject[]
  readonly left: readonly JsonObject[]
  readonly used: number
}

/** Limits of an answer: rows, and estimated tokens; null for none. */
export type Room = { readonly most: number; readonly budget: number | null }

/** Takes rows in their order as long as there is room; a row that is too long is left out whole, and later ones may fit. */
function pack(rows: readonly JsonObject[], { most, budget }: Room): Packed {
  const taken: JsonObject[] = []
  const left: JsonObject[] = []
  let used = 0
  for (const row of rows) {
    const cost = estimateTokens(JSON.stringify(row))
    const fits = taken.length < most && (budget === null || used + cost <= budget)
    if (fits) used += cost
    ;(fits ? taken : left).push(row)
  }
  return { rows: taken, left, used }
}

/** Most items that are named in an answer that has no room for them. */
const MOST_NAMED = 50

/** The answer of a reader: rows under a name, and what every reader says in addition. */
export function readAnswer(
  name: 'results' | 'items',
  rows: readonly JsonObject[],
  { room, read, more = {} }: { readonly room: Room; readonly read: ReadItems; readonly more?: JsonObject },
): OperationAnswer {
  const { rows: taken, left, used } = pack(rows, room)
  const isDegraded = (read.diagnostics.files as readonly Json[]).length > 0
  const named = left.slice(0, MOST_NAMED).map(({ id = '', title = '', path = '' }) => ({ id, title, path }))
  const data: JsonObject = {
    [name]: taken,
    total: rows.length,
    omitted: left.length,
    ...(room.budget !== null && named.length > 0 && { left_out: named }),
    ...more,
    tokens: { used, ...(room.budget !== null && { budget: room.budget }), estimated: true },
    diagnostics: read.diagnostics,
    status: isDegraded ? 'degraded' : 'ok',
    ...(read.notes.length > 0 && { notes: read.notes }),
  }
  return { text: yamlText(data), data }
}
