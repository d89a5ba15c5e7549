import type { Document, Memory } from '../../../core/document.ts'
import { isJsonObject, type Json, type JsonObject, textList } from '../../../core/json.ts'
import { safePath, safeText } from '../../../core/messages.ts'
import type { Refusal } from '../../../core/operation.ts'
import type { ValueOf } from '../../../core/schema.ts'
import type { Settings } from '../../../core/settings.ts'
import type { Source } from '../../../core/source.ts'
import { contentIds } from '../../../formats/hash.ts'
import { refuse } from '../../../stores/answer.ts'
import { firstError, readStatus } from '../../../stores/unread.ts'
import { coworkRoot } from '../claim.ts'
import { ITERATION_LISTS, listsOf, PROJECT_MODELS } from '../read-files.ts'
import {
  detailPath,
  LISTS,
  type ListName,
  projectMemoryPath,
  readInstant,
  rootOf,
  rowsOf,
  textIn,
} from '../rows.ts'
import type { ENTRY, ReadStatus } from './answers.ts'

/** Where `session.json` lies. */
export function sessionPath(settings: Settings): string {
  return `${coworkRoot(settings)}/session.json`
}

/** The documents of iterations, in order of their paths. */
export function iterationDocuments({ documents }: Memory): readonly Document[] {
  return documents.filter(({ kind }) => kind === 'iteration-memory')
}

/** Where an iteration's file lies, or will. Some file systems decompose letters in names. */
export function iterationPath(memory: Memory, iteration: string): string {
  const known = iterationDocuments(memory).find(
    ({ scope }) => scope.normalize('NFC') === iteration.normalize('NFC'),
  )
  return known?.path ?? `${coworkRoot(memory.settings)}/memory/iterations/${iteration}.json`
}

/** A path as answers name it: relative to the folder `memory`. */
export function shownFile(path: string, settings: Settings): string {
  const prefix = `${coworkRoot(settings)}/memory/`
  return path.startsWith(prefix) ? path.slice(prefix.length) : path
}

/** A JSON file of the store: absent, or its object with its text, or why there is none. */
type StoreFile =
  | { readonly state: 'absent' }
  | { readonly state: 'read'; readonly root: JsonObject; readonly source: Source }
  | { readonly state: 'unreadable'; readonly line: number; readonly reason: string }

/** A memory, and the files of it that were asked for, parsed. */
export type StoreInput = { readonly memory: Memory; readonly sources: ReadonlyMap<string, Source> }

/** Reads a file that was asked for. A file that is absent is empty; one that cannot be read is never taken for empty. */
function readStoreFile(path: string, { memory, sources }: StoreInput): StoreFile {
  if (!memory.files.has(path)) return { state: 'absent' }
  const source = sources.get(path)
  const root = source && source.problems.length === 0 ? rootOf(source) : null
  if (source && root) return { state: 'read', root, source }
  const finding = firstError(memory.documents.find((document) => document.path === path))
  return {
    state: 'unreadable',
    line: finding?.place.line ?? 1,
    reason: finding?.message ?? 'It is no JSON object',
  }
}

/** The object of a file that was asked for; null where it is absent or cannot be read. */
export function rootIn(path: string, seen: StoreInput): JsonObject | null {
  const file = readStoreFile(path, seen)
  return file.state === 'read' ? file.root : null
}

/** The object of a file that is to be changed, null where it is absent; a refusal where it cannot be read. */
export function writableFile(
  path: string,
  seen: StoreInput,
): { readonly root: JsonObject | null; readonly text: string } | Refusal {
  const file = readStoreFile(path, seen)
  if (file.state === 'absent') return { root: null, text: '' }
  if (file.state === 'read') return { root: file.root, text: file.source.text }
  return refuse(
    `${safePath(path)}:${file.line} cannot be read, so nothing is written to it: ${safeText(file.reason)}`,
    'Fix the file first: what it holds is kept as it is.',
  )
}

/** What a read of files went on without: files that cannot be read, with their places, and rows that are none. */
export function statusOf(paths: readonly string[], seen: StoreInput): ReadStatus {
  const read = paths.map((path) => [path, readStoreFile(path, seen)] as const)
  const files = read.flatMap(([path, file]) =>
    file.state === 'unreadable' ? [{ path, line: file.line, reason: safeText(file.reason) }] : [],
  )
  const malformed = read.reduce(
    (sum, [, file]) => sum + (file.state === 'read' ? malformedRows(file.source) : 0),
    0,
  )
  return {
    status: readStatus({ malformed, unreadable: files.length }),
    diagnostics: { malformed, unreadable: files.length, files },
  }
}

/** Entries of lists that no reader can use: no objects, and rows of the project without an id. */
function malformedRows(source: Source): number {
  const root = rootOf(source) ?? {}
  return listsOf(source).reduce((sum, list) => {
    const all = root[list]
    if (all !== undefined && !Array.isArray(all)) return sum + 1
    const rows = rowsOf(source, list)
    const nameless = source.kind.id === 'project-memory' ? rows.filter((row) => !textIn(row, 'id')).length : 0
    return sum + ((all?.length ?? 0) - rows.length) + nameless
  }, 0)
}

/** The files that a read of the whole store wants. */
export function storePaths(memory: Memory): readonly string[] {
  const { settings } = memory
  return [
    projectMemoryPath(settings),
    sessionPath(settings),
    ...iterationDocuments(memory).map(({ path }) => path),
  ]
}

/** A member that is an object; an empty one where it is absent or something else. */
export function objectIn(holder: JsonObject, key: string): JsonObject {
  const value = holder[key]
  return isJsonObject(value) ? value : {}
}

/** The lists of an iteration file. */
export type SessionList = keyof typeof ITERATION_LISTS

/** The prefix of the ids of each list's items. */
export const PREFIXES: { readonly [list in SessionList]: string } = {
  insights: 'ins',
  issues: 'iss',
  learnings: 'lrn',
}

export const SESSION_LISTS = Object.keys(ITERATION_LISTS) as readonly SessionList[]

/** What an item without an id is known by. */
export function unnamed(
  list: SessionList,
  { created_at: at, content }: JsonObject,
): { readonly prefix: string; readonly words: readonly string[] } {
  const words = [list, at, content].map(textOf)
  return { prefix: PREFIXES[list], words }
}

/** What the seed's categories are called by, from the kinds of its models. */
export const CATEGORIES = {
  decision: 'decision',
  pattern: 'pattern',
  insight: 'experience',
  learning: 'experience',
  issue: 'record',
} as const

export type EntryKind = keyof typeof CATEGORIES

/** One remembered thing, as the index lists it. */
export type MemoryEntry = {
  readonly id: string
  readonly kind: EntryKind
  readonly title: string
  /** What was decided, what the pattern is, what the item says. */
  readonly content: string
  readonly iteration: string
  readonly createdAt: string
  /** Relative to the folder `memory`. */
  readonly file: string
  readonly row: JsonObject
  /** Where in the lists of an iteration it is; null for a row of the project. */
  readonly item: { readonly list: SessionList; readonly index: number } | null
}

const MOST_OF_A_SUMMARY = 200
const MOST_OF_A_TITLE = 80

/** The rows of the project that have an id; none where `memory.json` is absent or cannot be read. */
export function projectEntries(input: StoreInput): readonly MemoryEntry[] {
  const file = readStoreFile(projectMemoryPath(input.memory.settings), input)
  if (file.state !== 'read') return []
  return LISTS.flatMap((list) =>
    rowsOf(file.source, list).flatMap((row) => projectEntry(list, row.value, input)),
  )
}

function projectEntry(list: ListName, row: JsonObject, { memory }: StoreInput): MemoryEntry[] {
  const { kind, title, body } = PROJECT_MODELS[list]
  const id = textOf(row.id)
  if (id === '') return []
  return [
    {
      id,
      kind,
      title: textOf(row[title]),
      content: textOf(row[body.at(-1) ?? '']),
      iteration: textOf(row.iteration_id),
      createdAt: textOf(row.created_at),
      file: shownFile(detailPath(memory.settings, list, id), memory.settings),
      row,
      item: null,
    },
  ]
}

/** The items of an iteration in its order, without what is no object; none where its file is absent or cannot be read. */
export function iterationEntries(iteration: string, input: StoreInput): readonly MemoryEntry[] {
  const path = iterationPath(input.memory, iteration)
  const read = readStoreFile(path, input)
  if (read.state !== 'read') return []
  const { source } = read
  const file = shownFile(path, input.memory.settings)
  return SESSION_LISTS.flatMap((list) => {
    const rows = rowsOf(source, list)
    const computed = contentIds(rows.map(({ value }) => unnamed(list, value)))
    return rows.map(
      ({ pointer, value: row }, i): MemoryEntry => ({
        id: textOf(row.id) || (computed[i] ?? ''),
        kind: ITERATION_LISTS[list],
        title: itemTitle(row),
        content: textOf(row.content),
        iteration: source.scope,
        createdAt: textOf(row.created_at),
        file,
        row,
        item: { list, index: Number(pointer.slice(pointer.lastIndexOf('/') + 1)) },
      }),
    )
  })
}

/** The title of a session's item: its own, else the first line of what it says. */
export function itemTitle(row: JsonObject): string {
  const own = textOf(row.title).trim()
  if (own !== '') return own
  const first =
    textOf(row.content)
      .trimStart()
      .split(/[\r\n]/, 1)[0] ?? ''
  return [...first].slice(0, MOST_OF_A_TITLE).join('')
}

/** A text; empty for anything else. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** An entry as an answer lists it: what it says is cut to 200 characters. */
export function listed({
  id,
  kind,
  title,
  content,
  iteration,
  createdAt,
  file,
  row,
  item,
}: MemoryEntry): ValueOf<typeof ENTRY> {
  return {
    memory_id: id,
    category: CATEGORIES[kind],
    kind,
    title,
    summary: [...content].slice(0, MOST_OF_A_SUMMARY).join(''),
    stage: textOrNull(row.stage),
    importance: textOrNull(row.importance),
    resolved: typeof row.resolved === 'boolean' ? row.resolved : null,
    iteration_id: iteration,
    created_at: createdAt,
    file,
    scope: item ? 'session' : 'project',
  }
}

/** True for an issue that is not solved. */
export function isOpen({ kind, row }: MemoryEntry): boolean {
  return kind === 'issue' && row.resolved !== true
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Everything of an entry that keywords are looked for in, in lower case. */
export function searchedText({ title, content, row }: MemoryEntry): string {
  const lists = [row.consequences, row.usage, row.tags].flatMap(textList)
  return [title, content, textOf(row.context), ...lists].join('\n').toLowerCase()
}

/** Milliseconds since 1970; before all others where the timestamp cannot be read. */
function timeOf({ createdAt }: MemoryEntry): number {
  return readInstant(createdAt)?.time ?? Number.NEGATIVE_INFINITY
}

/** Newest first; of one instant, the one that was written later first. */
export function newestFirst(entries: readonly MemoryEntry[]): readonly MemoryEntry[] {
  return entries.toReversed().sort((a, b) => {
    const [x, y] = [timeOf(a), timeOf(b)]
    return x === y ? 0 : y > x ? 1 : -1
  })
}
