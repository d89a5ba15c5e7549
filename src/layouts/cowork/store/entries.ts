import { type Json, type JsonObject, textList } from '../../../core/json.ts'
import type { Source } from '../../../core/source.ts'
import { ITERATION_LISTS } from '../read-files.ts'
import { detailPath, LISTS, type ListName, projectMemoryPath, readInstant, rowsOf } from '../rows.ts'
import {
  iterationPath,
  readStoreFile,
  type SessionItem,
  type SessionList,
  type StoreInput,
  sessionItems,
  shownFile,
} from './files.ts'

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
  /** The item of an iteration; null for a row of the project. */
  readonly item: SessionItem | null
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
  const [kind, title, content] =
    list === 'decisions'
      ? (['decision', 'title', 'decision'] as const)
      : (['pattern', 'name', 'description'] as const)
  const id = textOf(row.id)
  if (id === '') return []
  return [
    {
      id,
      kind,
      title: textOf(row[title]),
      content: textOf(row[content]),
      iteration: textOf(row.iteration_id),
      createdAt: textOf(row.created_at),
      file: shownFile(detailPath(memory.settings, list, id), memory.settings),
      row,
      item: null,
    },
  ]
}

/** The items of an iteration; none where its file is absent or cannot be read. */
export function iterationEntries(iteration: string, input: StoreInput): readonly MemoryEntry[] {
  const path = iterationPath(input.memory, iteration)
  const file = readStoreFile(path, input)
  return file.state === 'read' ? itemEntries(file.source, shownFile(path, input.memory.settings)) : []
}

function itemEntries(source: Source, file: string): readonly MemoryEntry[] {
  return sessionItems(source).map((item) => ({
    id: item.id,
    kind: kindOf(item.list),
    title: itemTitle(item.row),
    content: textOf(item.row.content),
    iteration: item.iteration,
    createdAt: textOf(item.row.created_at),
    file,
    row: item.row,
    item,
  }))
}

function kindOf(list: SessionList): EntryKind {
  return ITERATION_LISTS[list]
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
}: MemoryEntry): JsonObject {
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
