import { isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts'
import type { Memory } from '../../../../core/memory.ts'
import { safePath, safeText } from '../../../../core/safe-text.ts'
import type { Source } from '../../../../core/source.ts'
import { derive } from '../../derive.ts'
import { LOG_KINDS, workspaceOf } from '../../entry-logs.ts'
import { buildMemoryIndex, type MemoryIndex } from '../../memory-index/build-memory-index.ts'
import { indexFactsOf } from '../../memory-index/index-facts.ts'
import { workspaceSettings } from '../../settings.ts'
import { documentTrouble } from './document-trouble.ts'

/** What a workspace's memory holds, and what must be said where its index does not say so. */
type Metadata = { readonly data: JsonObject; readonly notes: readonly string[] }

/** Where a workspace's memory index lies. */
export function indexPath({ settings }: Memory, workspace: string): string {
  return `${workspaceSettings(settings).memory}/${workspace}/_index.yaml`
}

/**
 * The tags, categories and totals of a workspace: of its index where that is fresh, else counted from the logs, and that is
 * said. What tags mean is in the index alone.
 */
export function memoryMetadata(
  memory: Memory,
  workspace: string,
  sources: ReadonlyMap<string, Source>,
): Metadata {
  const path = indexPath(memory, workspace)
  const documents = memory.documents.filter(
    (one) => workspaceOf(one) === workspace && (isLog(one.kind) || one.kind === 'memory-index'),
  )
  const logs = documents.filter(({ kind }) => isLog(kind))
  const present = indexFactsOf(documents.find(({ kind }) => kind === 'memory-index'))
  const notes = staleness({ ...memory, documents }, path)
  const index = sources.get(path)?.data?.value
  const isFresh = present !== null && notes.length === 0
  const data =
    isFresh && isJsonObject(index)
      ? metadataOf(index)
      : countedData(buildMemoryIndex(workspace, logs, present), meaningsIn(index))
  return { notes, data }
}

/** The format's own keys of a fresh index: it has all of them, in their form. */
function metadataOf(index: JsonObject): JsonObject {
  const summary = isJsonObject(index.summary) ? index.summary : {}
  return {
    ...picked(index, ['workspace', 'last_updated']),
    tags: rowsOf(index.tags, ['name', 'description', 'used_in', 'count']),
    categories: rowsOf(index.categories, ['name', 'used_in', 'count']),
    summary: picked(summary, ['total_decisions', 'total_lessons', 'domains_with_memory']),
  }
}

function rowsOf(rows: Json | undefined, keys: readonly string[]): JsonObject[] {
  return Array.isArray(rows) ? rows.filter(isJsonObject).map((row) => picked(row, keys)) : []
}

/** The keys that are there; a meaning that is no text is none. */
function picked(map: JsonObject, keys: readonly string[]): JsonObject {
  const there = keys.filter((key) => key !== 'description' || typeof map[key] === 'string')
  return Object.fromEntries(there.map((key) => [key, map[key] ?? null]))
}

function countedData(
  { workspace, lastUpdated, tags, categories, totals, domains }: MemoryIndex,
  meanings: ReadonlyMap<string, string>,
): JsonObject {
  return {
    workspace,
    last_updated: lastUpdated,
    tags: tags.map(({ name, usedIn, count }) => {
      const description = meanings.get(name)
      return { name, ...(description !== undefined && { description }), used_in: usedIn, count }
    }),
    categories: categories.map(({ name, usedIn, count }) => ({ name, used_in: usedIn, count })),
    summary: {
      total_decisions: totals.decisions,
      total_lessons: totals.lessons,
      domains_with_memory: domains,
    },
  }
}

function isLog(kind: string): boolean {
  return LOG_KINDS.some((one) => one === kind)
}

/** What people wrote about tags; of two rows of one name the first counts, as in a rebuild. */
function meaningsIn(index: Json | undefined): ReadonlyMap<string, string> {
  const rows = isJsonObject(index) && Array.isArray(index.tags) ? (index.tags as readonly Json[]) : []
  const found = new Map<string, string>()
  for (const row of rows) {
    if (!isJsonObject(row) || typeof row.description !== 'string' || row.description === '') continue
    const name = String(row.name)
    if (!found.has(name)) found.set(name, row.description)
  }
  return found
}

/** Unreadable is not empty: the counts are of what could be read. */
function staleness(memory: Memory, path: string): string[] {
  const unread = memory.documents.filter(({ kind, complete }) => isLog(kind) && !complete)
  if (unread.length > 0) {
    return [
      ...unread.flatMap(documentTrouble),
      'memory_metadata counts only the decisions and lessons that could be read.',
    ]
  }
  const [stale] = derive(memory).stale
  if (!stale) return []
  return [
    `memory_metadata was counted from the decisions and lessons, because ${safePath(path)} is not fresh: ${safeText(stale.found.message).slice(0, 300)}. Run \`memkeep index\`.`,
  ]
}
