import { changedFields, type ItemAt, itemsIn } from '../../../../core/changes/item-changes.ts'
import type { Item, Memory } from '../../../../core/document.ts'
import type { JsonObject } from '../../../../core/json.ts'
import { safePath, safeText } from '../../../../core/messages.ts'
import type { AnswerText } from '../../../../core/operation.ts'
import { compareText, once } from '../../../../core/text.ts'
import { estimateTokens } from '../../../../formats/tokens.ts'
import { yamlText } from '../../../../formats/yaml/yaml-text.ts'
import { packAnswer } from '../../../../retrieval/pack.ts'
import { answerOf } from '../../../../stores/answer.ts'
import { countUnread, readStatus, type Unread } from '../../../../stores/unread.ts'
import { CATEGORIES } from '../../claim.ts'
import { createdOf, isArchived, statusOf, supersession } from '../../lifecycle.ts'
import { categoryOf, type Row } from './schemas.ts'

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
  readonly diagnostics: Unread
  readonly notes: readonly string[]
}

/** What a reader asks for. */
type Asked = { readonly categories: readonly string[]; readonly includeArchived?: boolean }

/**
 * The items of some categories: by category in the order of the format, then the newest first, then by id. Of an item that a
 * stopped move left in both folders the archived one is read.
 */
export function readItems(memory: Memory, { categories, includeArchived = false }: Asked): ReadItems {
  const kinds = categories.map((category) => CATEGORIES.get(category) ?? '')
  const documents = memory.documents.filter(({ kind }) => kinds.includes(kind))
  const all = itemsIn(documents)
  const archived = all.filter(({ document }) => isArchived(document))
  const open = all.filter(({ document }) => !isArchived(document))
  const copies = new Map(archived.map((at) => [at.item.id ?? at.document.path, at]))
  const notes: string[] = []
  const left = open.filter((at) => {
    const copy = copies.get(at.item.id ?? '')
    const isMoved = copy !== undefined && isSameButStatus(at.item, copy.item)
    if (copy && !isMoved) notes.push(twoFiles(at, copy))
    return !isMoved
  })
  const { successors } = supersession(memory)
  return {
    items: [...left, ...(includeArchived ? archived : [])].sort(
      (a, b) => kinds.indexOf(a.item.kind) - kinds.indexOf(b.item.kind) || newestFirst(a, b),
    ),
    supersededBy: new Map(
      [...successors].map(([id, [first]]) => [id, first?.item.id ?? first?.document.path ?? '']),
    ),
    diagnostics: countUnread(
      documents.filter(({ items }) => items.length === 0),
      ['unreadable'],
    ),
    notes,
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

function twoFiles(a: ItemAt, b: ItemAt): string {
  const differ = changedFields(a.item, b.item).filter((field) => field !== 'file')
  return `${safePath(a.document.path)} and ${safePath(b.document.path)} have the id ${safeText(a.item.id ?? '')} and differ in ${differ.join(', ')}: keep one of them.`
}

/** What every reader shows of an item. */
export function itemRow(at: ItemAt, supersededBy: ReadItems['supersededBy']): Row {
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

/** Limits of an answer: rows, and estimated tokens; null for none. `dataOf` makes the answer of the rows and of what is said around them. */
type Room<R, Data extends JsonObject> = {
  readonly most?: number
  readonly budget?: number | null
  readonly read: ReadItems
  readonly dataOf: (rows: readonly R[], around: Around) => Data
}

/** What every reader says around its rows. */
type Around = ReturnType<typeof aroundOf>

/** Most items that are named in an answer that has no room for them. */
const MOST_NAMED = 50

/**
 * An answer of rows in their order, as many as there is room for; a row that is too long is left out whole, and later ones may fit.
 * Says how many there are, and what every reader says in addition, which counts for the budget as well.
 */
export function answerOfRows<R extends Row, Data extends JsonObject>(
  rows: readonly R[],
  { most, budget = null, read, dataOf }: Room<R, Data>,
): AnswerText<Data> {
  return packAnswer(rows, {
    costOf: (row) => estimateTokens(yamlText({ rows: [row] })),
    budget: budget ?? Number.POSITIVE_INFINITY,
    ...(most !== undefined && { limit: most }),
    mostNamed: budget === null ? 0 : MOST_NAMED,
    assemble: ({ taken, skipped, beyond }, named) => {
      const omitted = skipped.length + beyond.length
      return sized((used) => {
        const tokens = { used, ...(budget !== null && { budget }), estimated: true }
        return answerOf(dataOf(taken, aroundOf(read, { total: rows.length, omitted, named, tokens })))
      })
    },
    sizeOf: ({ text }) => estimateTokens(text),
  })
}

/** An answer that has its own size in it. */
function sized<Data extends JsonObject>(answerWith: (used: number) => AnswerText<Data>): AnswerText<Data> {
  return answerWith(estimateTokens(answerWith(0).text))
}

type Counted = {
  readonly total: number
  readonly omitted: number
  readonly named: readonly Row[]
  readonly tokens: { readonly used: number; readonly budget?: number; readonly estimated: boolean }
}

function aroundOf({ diagnostics, notes }: ReadItems, { total, omitted, named, tokens }: Counted) {
  return {
    counts: {
      total,
      omitted,
      ...(named.length > 0 && { left_out: named.map(({ id, title, path }) => ({ id, title, path })) }),
    },
    around: {
      tokens,
      diagnostics,
      status: readStatus(diagnostics),
      ...(notes.length > 0 && { notes }),
    },
  }
}
