import type { Document } from '../../../../core/document.ts'
import type { JsonObject } from '../../../../core/json.ts'
import type { Memory } from '../../../../core/memory.ts'
import { safePath, safeText } from '../../../../core/safe-text.ts'
import { derive } from '../../derive.ts'
import { LOG_KINDS, workspaceOf } from '../../entries.ts'
import { buildMemoryIndex, type MemoryIndex } from '../../memory-index/build-memory-index.ts'
import { type IndexFacts, indexFactsOf } from '../../memory-index/index-facts.ts'
import { workspaceSettings } from '../../settings.ts'
import { documentTrouble } from './document-trouble.ts'

/** What a workspace's memory holds, and what must be said where its index does not say so. */
type Metadata = { readonly data: JsonObject; readonly notes: readonly string[] }

/** Where a workspace's memory index lies. */
export function indexPath({ settings }: Memory, workspace: string): string {
  return `${workspaceSettings(settings).memory}/${workspace}/_index.yaml`
}

/**
 * The tags, categories and totals of a workspace, counted from the logs: where the index is fresh it says the same, else that
 * is said. What tags mean is in the index alone.
 */
export function memoryMetadata(memory: Memory, workspace: string): Metadata {
  const documents = memory.documents.filter(
    (one) => workspaceOf(one) === workspace && (isLog(one.kind) || one.kind === 'memory-index'),
  )
  const logs = documents.filter(({ kind }) => isLog(kind))
  const index = documents.find(({ kind }) => kind === 'memory-index')
  const notes = staleness({ ...memory, documents }, indexPath(memory, workspace))
  const counted = buildMemoryIndex(workspace, logs, indexFactsOf(index))
  return { notes, data: countedData(counted, meaningsIn(index)) }
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

/** What people wrote about tags, also in an index that cannot be kept whole; of two rows of one name the first counts. */
function meaningsIn(index: Document | undefined): ReadonlyMap<string, string> {
  const { tags = [] } = (index?.facts ?? {}) as Partial<IndexFacts>
  return new Map(
    [...tags].reverse().flatMap(({ name, meaning }) => (meaning === undefined ? [] : [[name, meaning]])),
  )
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
