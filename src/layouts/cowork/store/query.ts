import type { Json, JsonObject } from '../../../core/json.ts'
import { yamlText } from '../../../formats/yaml/yaml-text.ts'
import { projectMemoryPath } from '../rows.ts'
import {
  CATEGORIES,
  diagnosticsOf,
  iterationEntries,
  iterationPath,
  listed,
  type MemoryEntry,
  newestFirst,
  projectEntries,
  type StoreInput,
  searchedText,
  sessionPath,
  statusOf,
  textOf,
} from './files.ts'
import { sessionToRead } from './sessions.ts'

/** Most results of one answer. */
const MOST = 100

/** What is asked of the store. */
export type Query = {
  readonly project: boolean
  readonly session: boolean
  /** The session that is named; null for the current one. */
  readonly asked: string | null
  /** Kinds and categories; null for all. */
  readonly wanted: readonly string[] | null
  readonly stage: string | null
  readonly keywords: readonly string[]
  readonly limit: number | null
}

/** The files that a query reads. */
export function queriedPaths(
  { project, session, asked }: Query,
  memory: StoreInput['memory'],
): readonly string[] {
  const { settings } = memory
  const id = session ? sessionToRead(memory, asked) : null
  return [
    ...(project ? [projectMemoryPath(settings)] : []),
    ...(session && asked === null ? [sessionPath(settings)] : []),
    ...(id === null ? [] : [iterationPath(memory, id)]),
  ]
}

/** Loads, filters, joins, sorts newest first, and then limits: a limit that came first would keep the oldest. */
export function queryAnswer(
  query: Query,
  input: StoreInput,
): { readonly text: string; readonly data: JsonObject } {
  const id = query.session ? sessionToRead(input.memory, query.asked) : null
  const entries = [
    ...(query.project ? projectEntries(input) : []),
    ...(id === null ? [] : iterationEntries(id, input)),
  ].filter((entry) => isWanted(entry, query))
  const limit = Math.min(MOST, Math.max(0, Math.floor(query.limit ?? MOST)))
  const results = newestFirst(entries).slice(0, limit).map(listed)
  const diagnostics = diagnosticsOf(queriedPaths(query, input.memory), input)
  const notes = notesOf(query, { id, limit, found: entries.length })
  const data: JsonObject = {
    results,
    total: entries.length,
    omitted: entries.length - results.length,
    session: id,
    status: statusOf(diagnostics),
    diagnostics,
    ...(notes.length > 0 && { notes }),
  }
  return { text: yamlText(data), data }
}

function notesOf(
  { session, limit: given, asked }: Query,
  { id, limit, found }: { readonly id: string | null; readonly limit: number; readonly found: number },
): string[] {
  return [
    ...(given !== null && given !== limit
      ? [`The limit is ${limit}: from 0 to ${MOST}, whole numbers.`]
      : []),
    ...(session && id === null && asked === null
      ? ['No session is active: only project memory was searched.']
      : []),
    ...(found === 0 ? ['Nothing was found: go on without it, or ask with fewer filters.'] : []),
  ]
}

function isWanted(entry: MemoryEntry, { wanted, stage, keywords }: Query): boolean {
  if (wanted !== null && !wanted.includes(entry.kind) && !wanted.includes(CATEGORIES[entry.kind]))
    return false
  const own = textOf(entry.row.stage).trim().toLowerCase()
  // A decision has no stage, and agents ask for those of a stage.
  if (stage !== null && own !== '' && own !== stage) return false
  if (keywords.length === 0) return true
  const text = searchedText(entry)
  return keywords.every((keyword) => text.includes(keyword))
}

/** Arguments of both forms of a query, as they are compared. */
export function filtersOf(args: JsonObject): {
  readonly stage: string | null
  readonly keywords: readonly string[]
} {
  const keywords: readonly Json[] = Array.isArray(args.keywords) ? args.keywords : []
  const words = keywords.map((one) => textOf(one).trim().toLowerCase()).filter((one) => one !== '')
  return { stage: textOf(args.stage).trim().toLowerCase() || null, keywords: words }
}
