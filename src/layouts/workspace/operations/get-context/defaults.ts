import type { Document, Memory } from '../../../../core/document.ts'
import { safePath, safeText } from '../../../../core/messages.ts'
import { compareText } from '../../../../core/text.ts'
import { derive } from '../../derive.ts'
import { LOG_KINDS, workspaceOf } from '../../entries.ts'
import { buildMemoryIndex, type MemoryIndex } from '../../memory-index/build-memory-index.ts'
import { type IndexFacts, indexFactsOf } from '../../memory-index/index-facts.ts'
import { workspaceSettings } from '../../settings.ts'
import type { Gathered, TreePart } from './answer.ts'
import { frontMatterText, metaOf, noteUnread, summaryFields } from './documents.ts'
import { isWithin } from './request.ts'
import type { Metadata } from './schemas.ts'

/** How many files and folders a tree names. */
const MAX_NODES = 100

/** A file, or a folder, with `/` behind its name, and what is directly in it. */
type Node = { readonly name: string; readonly children: readonly Node[] }

/**
 * Draws what lies in a scope's folder of the resources, two levels deep; folders of documents, which start with `_`, are
 * named and not opened. At most 100 files and folders are named; what is cut is counted.
 */
export function folderStructure(memory: Memory, scope: string): TreePart {
  const { resources } = workspaceSettings(memory.settings)
  const path = `${resources}/${scope}/`
  const nodes = readNodes(memory, path)
  const data = [safeText(path), ...(nodes.length === 0 ? ['(nothing there)'] : drawn(nodes)), ''].join('\n')
  return { section: 'folder_structure', title: 'folder structure', path, scope, date: '', data }
}

function readNodes({ files }: Memory, base: string): Node[] {
  const tree = new Map<string, Set<string>>()
  for (const { path, mode } of files.values()) {
    if (!path.startsWith(base)) continue
    const whole = mode === 'submodule' ? `${path}/` : path
    const [name = '', child] = whole.slice(base.length).match(/[^/]+\/?/g) ?? []
    const inside = tree.get(name) ?? new Set<string>()
    tree.set(name, inside)
    if (child !== undefined && isOpened(name)) inside.add(child)
  }
  return inTreeOrder([...tree].map(([name, inside]) => ({ name, children: inTreeOrder(leavesOf(inside)) })))
}

function leavesOf(names: Iterable<string>): Node[] {
  return [...names].map((name) => ({ name, children: [] }))
}

function isOpened(name: string): boolean {
  return !name.startsWith('_') && !name.startsWith('.')
}

/** Files, folders of scopes, folders of documents. */
function inTreeOrder(nodes: readonly Node[]): Node[] {
  const rank = ({ name }: Node): number => (!name.endsWith('/') ? 0 : isOpened(name) ? 1 : 2)
  const bare = ({ name }: Node): string => name.replace('/', '')
  return nodes.toSorted((a, b) => rank(a) - rank(b) || compareText(bare(a), bare(b)))
}

/** The upper level first; what is left is shared alike among the folders. */
function drawn(nodes: readonly Node[]): string[] {
  const top = Math.min(nodes.length, MAX_NODES)
  const sizes = nodes.map(({ children }) => children.length)
  const named = (below: number): number =>
    sizes.slice(0, top).reduce((sum, size) => sum + Math.min(size, below), top)
  let below = MAX_NODES
  while (below > 0 && named(below) > MAX_NODES) below -= 1
  const lines = branches(nodes, { most: top, below, indent: '' })
  const all = sizes.reduce((sum, size) => sum + size, nodes.length)
  const shown = named(below)
  return shown === all
    ? lines
    : [...lines, `(cut at ${MAX_NODES}: ${shown} of ${all} files and folders are named)`]
}

function branches(
  nodes: readonly Node[],
  { most, below, indent }: { most: number; below: number; indent: string },
): string[] {
  const more = Math.max(0, nodes.length - most)
  const lines = nodes.slice(0, most).flatMap(({ name, children }, i) => {
    const isLast = i === nodes.length - 1
    const inner = branches(children, {
      most: below,
      below: 0,
      indent: `${indent}${isLast ? '    ' : '│   '}`,
    })
    return [`${indent}${isLast ? '└── ' : '├── '}${safeText(name)}`, ...inner]
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
      section: 'overviews_t0' as const,
      title: frontMatterText(document, 'name') ?? document.scope,
      path: document.path,
      scope: document.scope,
      date: '',
      data: {
        scope: document.scope,
        ...summaryFields(document, ['name', 'description', 'tags']),
        _meta: metaOf(document, memory),
      },
    })),
  }
}

/** What a workspace's memory holds, and notes where its index does not say the same. */
type CheckedMetadata = { readonly data: Metadata; readonly notes: readonly string[] }

/** Where a workspace's memory index lies. */
export function indexPath({ settings }: Memory, workspace: string): string {
  return `${workspaceSettings(settings).memory}/${workspace}/_index.yaml`
}

/**
 * The tags, categories and totals of a workspace, counted from the logs: a note says when the index
 * is stale. The meanings of tags come from the index.
 */
export function memoryMetadata(memory: Memory, workspace: string): CheckedMetadata {
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
): Metadata {
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
