import type { Document, Memory } from '../../../../core/document.ts'
import type { JsonObject } from '../../../../core/json.ts'
import { safePath, safeText } from '../../../../core/messages.ts'
import { compareText } from '../../../../core/text.ts'
import { derive } from '../../derive.ts'
import { LOG_KINDS, workspaceOf } from '../../entries.ts'
import { buildMemoryIndex, type MemoryIndex } from '../../memory-index/build-memory-index.ts'
import { type IndexFacts, indexFactsOf } from '../../memory-index/index-facts.ts'
import { workspaceSettings } from '../../settings.ts'
import type { ContextPart, Gathered } from './answer.ts'
import { documentId, frontMatterText, noteUnread, summaryFields } from './documents.ts'
import { isWithin } from './request.ts'

/** How many files and folders a tree names. */
const MAX_NODES = 100

/** A file, or a folder with what is directly in it. */
type Node = { readonly name: string; readonly isFolder: boolean; readonly children: readonly Node[] }

/** Lines to fill: how many children of each folder are shown. */
type Cut = { readonly top: number; readonly below: number }

/**
 * Draws what lies in a scope's folder of the resources, two levels deep; folders of documents, which start with `_`, are
 * named and not opened. At most 100 files and folders are named; what is cut is counted.
 */
export function folderStructure(memory: Memory, scope: string): ContextPart {
  const { resources } = workspaceSettings(memory.settings)
  const path = `${resources}/${scope}/`
  const nodes = readNodes(memory, path)
  const data = [safeText(path), ...(nodes.length === 0 ? ['(nothing there)'] : drawn(nodes)), ''].join('\n')
  return { section: 'folder_structure', title: 'folder structure', path, scope, date: '', data }
}

function readNodes({ files }: Memory, base: string): Node[] {
  const top = new Map<string, Set<string> | null>()
  for (const { path, mode } of files.values()) {
    if (!path.startsWith(base)) continue
    const rest = mode === 'submodule' ? `${path.slice(base.length)}/` : path.slice(base.length)
    const end = rest.indexOf('/')
    if (end < 0) {
      top.set(rest, null)
      continue
    }
    const name = rest.slice(0, end)
    const inside = top.get(name) ?? new Set<string>()
    top.set(name, inside)
    const next = rest.indexOf('/', end + 1)
    const child = rest.slice(end + 1, next < 0 ? undefined : next + 1)
    if (child !== '' && isOpened(name)) inside.add(child)
  }
  return [...top].map(([name, inside]) => nodeOf(name, inside)).sort(inTreeOrder)
}

function isOpened(name: string): boolean {
  return !name.startsWith('_') && !name.startsWith('.')
}

function nodeOf(name: string, inside: ReadonlySet<string> | null): Node {
  if (inside === null) return { name, isFolder: false, children: [] }
  const children = [...inside].map((child): Node => {
    const isFolder = child.endsWith('/')
    return { name: isFolder ? child.slice(0, -1) : child, isFolder, children: [] }
  })
  return { name, isFolder: true, children: children.sort(inTreeOrder) }
}

/** Files, folders of scopes, folders of documents. */
function inTreeOrder(a: Node, b: Node): number {
  return treeRank(a) - treeRank(b) || compareText(a.name, b.name)
}

function treeRank({ name, isFolder }: Node): number {
  if (!isFolder) return 0
  return isOpened(name) ? 1 : 2
}

function drawn(nodes: readonly Node[]): string[] {
  const cut = cutOf(nodes)
  const lines = branches(nodes, { most: cut.top, below: cut.below, indent: '' })
  const all = nodes.length + nodes.reduce((sum, { children }) => sum + children.length, 0)
  const shown = nodes
    .slice(0, cut.top)
    .reduce((sum, { children }) => sum + 1 + Math.min(children.length, cut.below), 0)
  return shown === all
    ? lines
    : [...lines, `(cut at ${MAX_NODES}: ${shown} of ${all} files and folders are named)`]
}

/** The upper level first; what is left is shared alike among the folders. */
function cutOf(nodes: readonly Node[]): Cut {
  const top = Math.min(nodes.length, MAX_NODES)
  const sizes = nodes.slice(0, top).map(({ children }) => children.length)
  const taken = (most: number): number => sizes.reduce((sum, size) => sum + Math.min(size, most), 0)
  let below = Math.min(MAX_NODES, Math.max(0, ...sizes))
  while (below > 0 && top + taken(below) > MAX_NODES) below -= 1
  return { top, below }
}

function branches(
  nodes: readonly Node[],
  { most, below, indent }: { most: number; below: number; indent: string },
): string[] {
  const shown = nodes.slice(0, most)
  const more = nodes.length - shown.length
  const lines = shown.flatMap(({ name, isFolder, children }, i) => {
    const isLast = i === shown.length - 1 && more === 0
    const inner = branches(children, {
      most: below,
      below: 0,
      indent: `${indent}${isLast ? '    ' : '│   '}`,
    })
    return [`${indent}${isLast ? '└── ' : '├── '}${safeText(name)}${isFolder ? '/' : ''}`, ...inner]
  })
  return more > 0 ? [...lines, `${indent}└── ... ${more} more`] : lines
}

/** The summaries of every OVERVIEW in a scope, the outermost first. */
export function overviewSummaries(memory: Memory, scope: string): Gathered {
  const overviews = memory.documents
    .filter((one) => one.kind === 'overview' && isWithin(one.scope, scope))
    .sort((a, b) => compareText(a.scope, b.scope))
  return {
    notes: overviews.flatMap(noteUnread),
    parts: overviews.map((document) => ({
      section: 'overviews_t0',
      title: frontMatterText(document, 'name') ?? document.scope,
      path: document.path,
      scope: document.scope,
      date: '',
      data: {
        scope: document.scope,
        ...summaryFields(document, ['name', 'description', 'tags']),
        _meta: { document_path: document.path, document_id: documentId(document, memory) },
      },
    })),
  }
}

/** What a workspace's memory holds, and notes where its index does not say the same. */
type Metadata = { readonly data: JsonObject; readonly notes: readonly string[] }

/** Where a workspace's memory index lies. */
export function indexPath({ settings }: Memory, workspace: string): string {
  return `${workspaceSettings(settings).memory}/${workspace}/_index.yaml`
}

/**
 * The tags, categories and totals of a workspace, counted from the logs: a note says when the index
 * is stale. The meanings of tags come from the index.
 */
export function memoryMetadata(memory: Memory, workspace: string): Metadata {
  const documents = memory.documents.filter(
    (one) => workspaceOf(one) === workspace && (isLog(one.kind) || one.kind === 'memory-index'),
  )
  const logs = documents.filter(({ kind }) => isLog(kind))
  const index = documents.find(({ kind }) => kind === 'memory-index')
  const notes = notesOnIndex({ ...memory, documents }, indexPath(memory, workspace))
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
function notesOnIndex(memory: Memory, path: string): string[] {
  const unread = memory.documents.filter(({ kind, complete }) => isLog(kind) && !complete)
  if (unread.length > 0) {
    return [
      ...unread.flatMap(noteUnread),
      'memory_metadata counts only the decisions and lessons that could be read.',
    ]
  }
  const [stale] = derive(memory).stale
  if (!stale) return []
  return [
    `memory_metadata was counted from the decisions and lessons, because ${safePath(path)} is not fresh: ${safeText(stale.found.message).slice(0, 300)}. Run \`memkeep index\`.`,
  ]
}
