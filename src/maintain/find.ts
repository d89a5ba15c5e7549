import type { Document, Item } from '../core/document.ts'
import { UserError } from '../core/errors.ts'
import { textList } from '../core/json.ts'
import type { Layout } from '../core/layout.ts'
import type { Memory } from '../core/memory.ts'
import { safeText } from '../core/safe-text.ts'
import { type LoadedSide, loadSide } from '../engine/check-memory.ts'
import { openMemory } from '../engine/open-memory.ts'
import { layouts as everyLayout } from '../layouts/index.ts'
import { bm25Ranker } from '../retrieval/bm25.ts'
import { factsOf, type SearchItem } from '../retrieval/item-facts.ts'
import { packItems } from '../retrieval/pack.ts'
import { buildIndex } from '../retrieval/search-index.ts'
import { textOfBytes } from '../snapshot/read-texts.ts'

/** One run of `memkeep find`. */
export type FindOptions = {
  readonly cwd: string
  readonly config?: string | undefined
  readonly cache: boolean
  readonly today: string
  readonly query: string
  /** Ids of the only layouts that are searched; those in use when absent. */
  readonly layouts?: readonly string[] | undefined
  /** The most results. */
  readonly limit: number
  /** Tokens that the texts of all results may have together; no bound when absent. */
  readonly tokenBudget?: number | undefined
  /** Also what is superseded or archived, behind everything else. */
  readonly includeArchived: boolean
}

/** One thing that is remembered. Every text of it is untrusted. */
export type FoundItem = {
  readonly layout: string
  readonly kind: string
  /** Where the memory gives it one. */
  readonly id?: string
  readonly path: string
  /** Where it begins, from 1. */
  readonly line: number
  readonly title: string
  /** Comparable within one answer only. */
  readonly score: number
  /** Superseded or archived. */
  readonly aside?: true
  /** The beginning of its text, on one line. */
  readonly excerpt: string
}

/** What was found, best first. */
export type Findings = {
  readonly version: 1
  readonly query: string
  readonly results: readonly FoundItem[]
  /** How many match. */
  readonly total: number
  /** How many of them are not among the results, for the limit or the budget. */
  readonly omitted: number
  readonly tokens: { readonly used: number; readonly budget: number | null; readonly estimated: true }
  /** Nothing answers the query: what was found shares only words with it. */
  readonly weak: boolean
  /** Files whose items are not all known, and are not all searched. */
  readonly unreadable: readonly string[]
}

const MOST_QUERY = 10_000
const EXCERPT = 200

/**
 * Ranks everything that is remembered, of all layouts with one index, by how well it answers a query. The same memory and query
 * give the same answer on every machine. Throws `UserError` for an empty or too long query and for a layout that does not exist.
 */
export async function runFind(options: FindOptions): Promise<Findings> {
  const { cwd, config, cache, today, query, limit, tokenBudget, includeArchived } = options
  assertQuery(query)
  const wanted = options.layouts && assertLayouts(options.layouts)
  const memory = await openMemory({ cwd, config, cache, today, keepsFacts: false })
  const side = await loadSide(memory.after, memory.today, memory)
  const remembered = await allRemembered(side, wanted ?? memory.layouts)
  await memory.facts.save()
  const index = buildIndex(remembered.map(({ item }) => factsOf(item)))
  const { hits, isWeak } = bm25Ranker(index, {
    limit: remembered.length,
    aside: includeArchived ? 'last' : 'left out',
  }).rank(query)
  const byId = new Map(remembered.map((one) => [one.item.id, one]))
  const costs = new Map(index.items.map(({ id, cost }) => [id, cost]))
  const budget = tokenBudget ?? null
  const { taken, cost } = packItems(hits, {
    costOf: ({ id }) => costs.get(id) ?? 0,
    budget: budget ?? Number.POSITIVE_INFINITY,
    limit,
  })
  return {
    version: 1,
    query,
    results: taken.flatMap(({ id, score }) => {
      const found = byId.get(id)?.found
      return found ? [{ ...found, score }] : []
    }),
    total: hits.length,
    omitted: hits.length - taken.length,
    tokens: { used: cost, budget, estimated: true },
    weak: isWeak,
    unreadable: side.loaded.documents.filter(({ complete }) => !complete).map(({ path }) => path),
  }
}

function assertQuery(query: string): void {
  if (query.trim() === '') throw new UserError('find needs a query', 'Say in words what you look for.')
  if (query.length <= MOST_QUERY) return
  throw new UserError(
    `the query has ${query.length} characters, and at most ${MOST_QUERY} are read`,
    'Ask for less at once.',
  )
}

function assertLayouts(ids: readonly string[]): readonly Layout[] {
  const known = new Map(everyLayout.map((layout) => [layout.id, layout]))
  return ids.map((id) => {
    const layout = known.get(id)
    if (layout) return layout
    throw new UserError(
      `there is no layout ${safeText(JSON.stringify(id))}`,
      `Layouts: ${[...known.keys()].join(', ')}.`,
    )
  })
}

/** An item to search, and what is shown of it; its score is known later. */
type Remembered = { readonly item: SearchItem; readonly found: Omit<FoundItem, 'score'> }

async function allRemembered(side: LoadedSide, layouts: readonly Layout[]): Promise<readonly Remembered[]> {
  const all: Remembered[] = []
  for (const layout of layouts) {
    const memory = side.memories.get(layout)
    if (!memory) continue
    const documents = memory.documents.filter((document) => !isDerived(document, layout))
    const contents = await side.snapshot.read(documents.map(({ path }) => path))
    const aside = setAsideIn(layout, memory)
    for (const document of documents) {
      const content = contents.get(document.path)
      if (content && 'bytes' in content)
        all.push(...rememberedIn(document, textOfBytes(content.bytes), aside))
    }
  }
  return all
}

/** It repeats what its sources say. */
function isDerived({ kind }: Document, { kinds }: Layout): boolean {
  return kinds.some(({ id, merge }) => id === kind && merge === 'derived')
}

function setAsideIn(layout: Layout, memory: Memory): ReadonlySet<Item> {
  const { superseded, archived } = layout.setAside?.(memory) ?? { superseded: [], archived: [] }
  return new Set([...superseded, ...archived])
}

/** Each item with the text from its line to the next item; a document without items is one thing as a whole. */
function rememberedIn(document: Document, text: string, aside: ReadonlySet<Item>): readonly Remembered[] {
  const lines = text.split('\n')
  const items = [...document.items].sort((a, b) => a.place.line - b.place.line)
  if (items.length === 0) return [asRemembered(document, { line: 1, body: text, item: null, isAside: false })]
  // One item is the whole of its file, with what stands above its line.
  if (items.length === 1 && items[0]) {
    const [item] = items
    return [asRemembered(document, { line: item.place.line, body: text, item, isAside: aside.has(item) })]
  }
  return items.map((item, i) => {
    const { line } = item.place
    const end = items[i + 1]?.place.line ?? lines.length + 1
    const body = lines.slice(line - 1, Math.max(end - 1, line)).join('\n')
    return asRemembered(document, { line, body, item, isAside: aside.has(item) })
  })
}

type Part = {
  readonly line: number
  readonly body: string
  readonly item: Item | null
  readonly isAside: boolean
}

function asRemembered(
  { path, layout, kind, frontMatter }: Document,
  { line, body, item, isAside }: Part,
): Remembered {
  const fields = item?.fields ?? frontMatter ?? {}
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '')
  const said = item?.title ?? (typeof fields.name === 'string' ? fields.name : '')
  const { date = fields.created ?? fields.created_at, category } = fields
  return {
    item: {
      id: `${path}:${line}:${item?.key ?? ''}`,
      path,
      fields: {
        title: said,
        name,
        tags: [...textList(fields.tags), ...(typeof category === 'string' ? [category] : [])],
        body,
      },
      ...(typeof date === 'string' && { date }),
      ...(isAside && { isAside: true }),
    },
    found: {
      layout,
      kind: item?.kind ?? kind,
      ...(item?.id !== undefined && { id: item.id }),
      path,
      line,
      title: said || name,
      ...(isAside && { aside: true }),
      excerpt: excerptOf(body),
    },
  }
}

function excerptOf(body: string): string {
  const words = body
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...words.slice(0, EXCERPT * 2)]
  return characters.length > EXCERPT ? `${characters.slice(0, EXCERPT).join('')}…` : words
}
