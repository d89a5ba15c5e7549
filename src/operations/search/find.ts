import { isCalendarDate } from '../../core/date.ts'
import { safeText, UserError } from '../../core/messages.ts'
import { compareText } from '../../core/text.ts'
import { fuseRanks, type RankedPlaces, rankPlaces } from '../../retrieval/bm25.ts'
import { packItems } from '../../retrieval/pack.ts'
import { deadCitesOf, deadLine } from '../dead-cites.ts'
import { openSearch, type SearchedMemory } from './open-search.ts'
import { type Card, LIMIT, MOST_QUERY, type SearchRequest } from './search-request.ts'
import type { Found, FoundItem, SearchArguments } from './search-schemas.ts'
import type { Embedder } from './vectors.ts'

/** Which memory is searched, and with which models. */
type SearchOptions = SearchRequest & {
  /** The user's own endpoint for embeddings; null or absent without one. */
  readonly embedder?: (() => Promise<Embedder | null>) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Characters of an excerpt. */
const EXCERPT = 200
/** How often a search is tried while others write. */
const ATTEMPTS = 3

/**
 * Ranks everything that is remembered, of all layouts with one index, by how well it answers a query. The same memory and query
 * give the same answer on every machine. Without a budget all texts are in it. Throws `UserError` for an empty or too long query, for
 * a layout that does not exist and for a day that is none.
 */
export async function runFind(args: SearchArguments, options: SearchOptions): Promise<Found> {
  assertQuery(args.query)
  assertBounds(args)
  if (args.layouts) (await import('./search-memory.ts')).assertLayouts(args.layouts)
  for (const day of [args.since, args.until]) assertDay(day)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    // What is kept may itself be what is no longer true.
    const fresh = attempt === ATTEMPTS && { cache: false, recent: undefined }
    const found = await searchOnce(args, { ...options, ...fresh })
    if (found) return found
  }
  throw new UserError('the memory is changed again and again', 'Try again.')
}

/** Null when a file was changed after it was indexed, so that its lines hold something else. */
async function searchOnce(args: SearchArguments, options: SearchOptions): Promise<Found | null> {
  const { query, limit = LIMIT, token_budget: budget = null, include_archived = false } = args
  const searched = await openSearch(options)
  const { index, cardAt, unreadable, textsOf } = searched
  const isWanted = filterOf(args)
  const among = isWanted && ((place: number) => isWanted(cardAt(place)))
  const lexical = rankPlaces(index, query, { among, aside: include_archived ? 'last' : 'left out' })
  const { aside } = index
  const ranked = await withVectors(lexical, searched, {
    ...options,
    query,
    isWanted: (place) => (among?.(place) ?? true) && (include_archived || aside[place] !== 1),
  })
  if (!ranked) return null
  const { places, scores, weak, degraded } = ranked
  const ranks = Array.from(places, (place, rank) => ({ place, score: scores[rank] ?? 0 }))
  const { taken, cost } = packItems(ranks, {
    costOf: ({ place }) => index.costs[place] ?? 0,
    budget: budget ?? Number.POSITIVE_INFINITY,
    limit,
  })
  const cards = taken.map(({ place }) => cardAt(place))
  const texts = await textsOf(cards)
  if (!texts) return null
  const dead = await deadCitesOf(
    cards.map(({ path, day }, i) => ({ path, day, text: texts[i] ?? '' })),
    options.cwd,
  )
  const results = taken.map(({ place, score }, i): FoundItem => {
    const { layout, kind, id, path, line, title } = cardAt(place)
    const text = texts[i] ?? ''
    const own = dead[i] ?? []
    return {
      layout,
      kind,
      ...(id !== undefined && { id }),
      path,
      line,
      title,
      score,
      ...(aside[place] === 1 && { aside: true }),
      excerpt: excerptOf(text),
      text,
      ...(own.length > 0 && { dead: own }),
    }
  })
  return {
    version: 1,
    query,
    results,
    total: places.length,
    omitted: places.length - taken.length,
    tokens: { used: cost, budget, estimated: true },
    weak,
    ...(index.size === 0 && unreadable.length === 0 && { nothingHere: true }),
    ...(places.length === 0 && kindsHere(args, searched)),
    ...(places.length === 0 &&
      !include_archived &&
      archivedMatches(rankPlaces(index, query, { among, aside: 'last' }))),
    ...(degraded !== undefined && { degraded }),
    unreadable,
  }
}

/** What an item names that is gone, in words: one line for each. Untrusted. */
export function deadLines({ dead = [] }: FoundItem): readonly string[] {
  return dead.map(deadLine)
}

/** What is found, best first, with its scores. */
type Ranked = {
  readonly places: ArrayLike<number>
  readonly scores: ArrayLike<number>
  readonly weak: boolean
  readonly degraded?: string
}

type VectorSearch = SearchOptions & {
  readonly query: string
  readonly isWanted: (place: number) => boolean
}

/** The ranking by words, and by meaning where the user has an endpoint for embeddings; any failure leaves the first. */
async function withVectors(
  { places, scores, isWeak }: RankedPlaces,
  searched: SearchedMemory,
  { query, embedder, signal, isWanted }: VectorSearch,
): Promise<Ranked | null> {
  const lexical = { places, scores, weak: isWeak }
  const model = await embedder?.()
  if (!model) return lexical
  const { rankByVectors } = await import('./vectors.ts')
  const near = await rankByVectors(model, { query, searched, signal })
  if (near === null) return null
  if ('failure' in near) return { ...lexical, degraded: safeText(near.failure) }
  const fused = fuseRanks([[...places], near.filter(isWanted)])
  const isAside = ({ place }: { readonly place: number }): boolean => searched.index.aside[place] === 1
  const inOrder = [...fused.filter((ranked) => !isAside(ranked)), ...fused.filter(isAside)]
  return {
    places: inOrder.map(({ place }) => place),
    scores: inOrder.map(({ score }) => score),
    weak: false,
  }
}

/** The kinds of all items, where one that was asked for is none of them. */
function kindsHere(
  { kinds = [] }: SearchArguments,
  { index, cardAt }: SearchedMemory,
): { readonly kindsHere?: readonly string[] } {
  if (kinds.length === 0) return {}
  const here = new Set(Array.from({ length: index.size }, (_, place) => cardAt(place).kind))
  return kinds.every((kind) => here.has(kind)) ? {} : { kindsHere: [...here].sort(compareText) }
}

/** Undefined where everything is wanted. */
function filterOf({
  layouts,
  kinds,
  tags,
  since,
  until,
}: SearchArguments): ((card: Card) => boolean) | undefined {
  if (!layouts && !kinds && !tags && since === undefined && until === undefined) return undefined
  const wanted = tags && new Set(tags.map((tag) => tag.toLowerCase()))
  return ({ layout, kind, tags: own = [], day }) =>
    (!layouts || layouts.includes(layout)) &&
    (!kinds || kinds.includes(kind)) &&
    (!wanted || own.some((tag) => wanted.has(tag.toLowerCase()))) &&
    (since === undefined || (day !== undefined && day >= since)) &&
    (until === undefined || (day !== undefined && day <= until))
}

function assertDay(day: string | undefined): void {
  if (day === undefined || isCalendarDate(day)) return
  throw new UserError(`${safeText(JSON.stringify(day))} is no day`, 'Write a day as 2026-03-31.')
}

function assertBounds({ limit = LIMIT, token_budget = 1 }: SearchArguments): void {
  if (limit >= 1 && token_budget >= 1) return
  throw new UserError('a search gives at least one result and has at least one token', 'Leave the bound out.')
}

function assertQuery(query: string): void {
  if (query.trim() === '') throw new UserError('find needs a query', 'Say in words what you look for.')
  // Whole characters, as a schema counts them.
  const length = query.length <= MOST_QUERY ? 0 : [...query].length
  if (length <= MOST_QUERY) return
  throw new UserError(
    `the query has ${length} characters, and at most ${MOST_QUERY} are read`,
    'Ask for less at once.',
  )
}

function excerptOf(body: string): string {
  const words = body
    .replace(/^\ufeff?---\r?\n[\s\S]*?\r?\n---\r?\n/, '')
    // Long texts have little white space at their beginning.
    .slice(0, EXCERPT * 8)
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...words.slice(0, EXCERPT * 2 + 2)]
  return characters.length > EXCERPT ? `${characters.slice(0, EXCERPT).join('')}…` : words
}

/** What a result is, in words: its layout, its kind, its id, and that it is superseded or archived. Untrusted. */
export function labelsOf({ layout, kind, id, aside }: FoundItem): string {
  return [layout, kind, ...(id === undefined ? [] : [id]), ...(aside ? ['superseded or archived'] : [])].join(
    ', ',
  )
}

/** Where nothing was left out, nothing is said. */
function archivedMatches({ places }: RankedPlaces): { readonly archivedMatches?: number } {
  return places.length === 0 ? {} : { archivedMatches: places.length }
}

/** How the arguments are called where the notes are read. */
type SearchNames = { readonly bounds: string; readonly archived: string }

/** What is to be known about the results. */
export function searchNotes(
  { total, omitted, weak, nothingHere, archivedMatches = 0, kindsHere = [], degraded, unreadable }: Found,
  { bounds, archived }: SearchNames,
): readonly string[] {
  if (nothingHere)
    return ['nothing is remembered here yet: `memkeep files` lists the files that memkeep sees']
  return [
    ...(total === 0 ? ['nothing that was searched has these words'] : []),
    ...(archivedMatches > 0
      ? [
          `superseded and archived items were left out, and ${archivedMatches} of them match: ${archived} shows them`,
        ]
      : []),
    ...(kindsHere.length > 0
      ? [`a kind that was asked for is not here; the kinds are ${kindsHere.join(', ')}`]
      : []),
    ...(weak && total > 0 ? ['no item answers this well: these only share words with it'] : []),
    ...(omitted > 0 ? [`${omitted} more match; ${bounds} say how many are shown`] : []),
    ...(degraded === undefined ? [] : [`embeddings have no part in this answer: ${degraded}`]),
    ...unreadable.map((path) => `${path} cannot be read whole or is too long, so it is not searched whole`),
  ]
}
