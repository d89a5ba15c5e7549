import type { Memory } from '../../../core/document.ts'
import type { AnswerText } from '../../../core/operation.ts'
import type { ValueOf } from '../../../core/schema.ts'
import { answerOf } from '../../../stores/answer.ts'
import { projectMemoryPath } from '../rows.ts'
import type { FOUND } from './answers.ts'
import {
  CATEGORIES,
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
import { noSession, sessionToRead } from './sessions.ts'

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
export function queryAnswer(query: Query, input: StoreInput): AnswerText<ValueOf<typeof FOUND>> {
  const id = query.session ? sessionToRead(input.memory, query.asked) : null
  const entries = [
    ...(query.project ? projectEntries(input) : []),
    ...(id === null ? [] : iterationEntries(id, input)),
  ].filter((entry) => isWanted(entry, query))
  const limit = Math.min(MOST, Math.max(0, Math.floor(query.limit ?? MOST)))
  const results = newestFirst(entries).slice(0, limit).map(listed)
  const notes = notesOf(query, input.memory, { id, limit, found: entries.length })
  return answerOf({
    results,
    total: entries.length,
    omitted: entries.length - results.length,
    session: id,
    ...statusOf(queriedPaths(query, input.memory), input),
    ...(notes.length > 0 && { notes }),
  })
}

function notesOf(
  { session, limit: given, asked }: Query,
  memory: Memory,
  { id, limit, found }: { readonly id: string | null; readonly limit: number; readonly found: number },
): string[] {
  return [
    ...(given !== null && given !== limit
      ? [`The limit is ${limit}: from 0 to ${MOST}, whole numbers.`]
      : []),
    ...(session && id === null && asked === null
      ? [`${noSession(memory)}: only project memory was searched.`]
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

/** What both forms of a query are given, as it is compared. */
export function filtersOf({
  stage,
  keywords = [],
}: {
  readonly stage?: string | null
  readonly keywords?: readonly string[]
}): { readonly stage: string | null; readonly keywords: readonly string[] } {
  return {
    stage: stage?.trim().toLowerCase() || null,
    keywords: keywords.map((word) => word.trim().toLowerCase()).filter((word) => word !== ''),
  }
}
