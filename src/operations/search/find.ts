import { isCalendarDate } from '../../core/date.ts'
import { safeText, UserError } from '../../core/messages.ts'
import { compareText } from '../../core/text.ts'
import { fuseRanks, type RankedPlaces, rankPlaces } from '../../retrieval/bm25.ts'
import { packItems } from '../../retrieval/pack.ts'
import { openSearch, type SearchedMemory } from './open-search.ts'
import type { Card, RecentSearch } from './search-request.ts'
import type { Embedder } from './vectors.ts'

/** One run of `memkeep find`. */
export type FindOptions = {
  readonly cwd: string
  readonly config?: string | undefined
  readonly cache: boolean
  readonly today: string
  readonly query: string
  /** Ids of the only layouts that are searched; those in use when absent. */
  readonly layouts?: readonly string[] | undefined
  /** The only kinds that are searched, such as `decision`. */
  readonly kinds?: readonly string[] | undefined
  /** Only what has one of these tags or categories; case does not count. */
  readonly tags?: readonly string[] | undefined
  /** Only what is of this day or later, `YYYY-MM-DD`: what has no day is left out. */
  readonly since?: string | undefined
  /** Only what is of this day or earlier. */
  readonly until?: string | undefined
  /** The most results. */
  readonly limit: number
  /** Tokens that the texts of all results may have together; no bound when absent. */
  readonly tokenBudget?: number | undefined
  /** Also what is superseded or archived, behind everything else. */
  readonly includeArchived: boolean
  /** The user's own endpoint for embeddings; null or absent without one. */
  readonly embedder?: (() => Promise<Embedder | null>) | undefined
  readonly signal?: AbortSignal | undefined
  /** What a long-lived process remembers from one search to the next. */
  readonly recent?: RecentSearch | undefined
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
  /** Nothing answers the query: what was found shares only words with it. False where embeddings answered as well. */
  readonly weak: boolean
  /** Nothing is remembered in this repository, whatever is asked. */
  readonly nothingHere?: true
  /** Every kind that there is, where nothing is of a kind that was asked for. Untrusted. */
  readonly kindsHere?: readonly string[]
  /** Why embeddings have no part in the answer, where the user has an endpoint for them. Untrusted. */
  readonly degraded?: string
  /** Files that are not searched whole: what they hold is not all known, or one of their texts is too long. */
  readonly unreadable: readonly string[]
}

/** The most results where a call says nothing else. */
export const LIMIT = 10
/** Characters of a query. */
export const MOST_QUERY = 10_000
const EXCERPT = 200
/** How often a search is tried while others write. */
const ATTEMPTS = 3

/**
 * Ranks everything that is remembered, of all layouts with one index, by how well it answers a query. The same memory and query
 * give the same answer on every machine. Throws `UserError` for an empty or too long query, for a layout that does not exist and
 * for a day that is none.
 */
export async function runFind(options: FindOptions): Promise<Findings> {
  return (await findTexts(options)).found
}

/** The same, and the whole text of each result. */
export async function findTexts(
  options: FindOptions,
): Promise<{ readonly found: Findings; readonly texts: readonly string[] }> {
  assertQuery(options.query)
  assertBounds(options)
  if (options.layouts) (await import('./search-memory.ts')).assertLayouts(options.layouts)
  const isWanted = filterOf(options)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    // What is kept may itself be what is no longer true.
    const isLast = attempt === ATTEMPTS
    const found = await searchOnce(
      isLast ? { ...options, cache: false, recent: undefined } : options,
      isWanted,
    )
    if (found) return found
  }
  throw new UserError('the memory is changed again and again', 'Try again.')
}

/** Null when a file was changed after it was indexed, so that its lines hold something else. */
async function searchOnce(
  options: FindOptions,
  isWanted: ((card: Card) => boolean) | undefined,
): Promise<{ readonly found: Findings; readonly texts: readonly string[] } | null> {
  const { query, limit, tokenBudget, includeArchived } = options
  const searched = await openSearch(options)
  const { index, cardAt, unreadable, textsOf } = searched
  const among = isWanted && ((place: number) => isWanted(cardAt(place)))
  const lexical = rankPlaces(index, query, { among, aside: includeArchived ? 'last' : 'left out' })
  const ranked = await withVectors(lexical, searched, { ...options, among })
  if (!ranked) return null
  const { places, scores, weak, degraded } = ranked
  const budget = tokenBudget ?? null
  const ranks = Array.from(places, (_, rank) => rank)
  const { taken, cost } = packItems(ranks, {
    costOf: (rank) => index.costs[places[rank] ?? 0] ?? 0,
    budget: budget ?? Number.POSITIVE_INFINITY,
    limit,
  })
  const cards = taken.map((rank) => cardAt(places[rank] ?? 0))
  const texts = await textsOf(cards)
  if (!texts) return null
  const results = cards.map((card, i): FoundItem => {
    const rank = taken[i] ?? 0
    const isAside = index.aside[places[rank] ?? 0] === 1
    return found(card, { score: scores[rank] ?? 0, isAside, text: texts[i] ?? '' })
  })
  return {
    texts,
    found: {
      version: 1,
      query,
      results,
      total: places.length,
      omitted: places.length - taken.length,
      tokens: { used: cost, budget, estimated: true },
      weak,
      ...(index.size === 0 && unreadable.length === 0 && { nothingHere: true }),
      ...(places.length === 0 && kindsHere(options, searched)),
      ...(degraded !== undefined && { degraded }),
      unreadable,
    },
  }
}

/** What is found, best first, with its scores. */
type Ranked = {
  readonly places: ArrayLike<number>
  readonly scores: ArrayLike<number>
  readonly weak: boolean
  readonly degraded?: string
}

/** The ranking by words, and by meaning where the user has an endpoint for embeddings; any failure leaves the first. */
async function withVectors(
  { places, scores, isWeak }: RankedPlaces,
  searched: SearchedMemory,
  options: FindOptions & { readonly among: ((place: number) => boolean) | undefined },
): Promise<Ranked | null> {
  const { query, embedder, signal, among = () => true, includeArchived } = options
  const lexical = { places, scores, weak: isWeak }
  const asked = await embedder?.()
  if (!asked) return lexical
  const { rankByVectors } = await import('./vectors.ts')
  const near = await rankByVectors(asked, { query, searched, signal })
  if (near === null) return null
  if ('failure' in near) return { ...lexical, degraded: safeText(near.failure) }
  const { aside } = searched.index
  const wanted = near.filter((place) => among(place) && (includeArchived || aside[place] !== 1))
  const all = fuseRanks([[...places], wanted])
  const inOrder = [
    ...all.filter(({ place }) => aside[place] !== 1),
    ...all.filter(({ place }) => aside[place] === 1),
  ]
  return {
    places: inOrder.map(({ place }) => place),
    scores: inOrder.map(({ score }) => score),
    weak: false,
  }
}

/** The kinds of all items, where one that was asked for is none of them. */
function kindsHere(
  { kinds = [] }: FindOptions,
  { index, cardAt }: SearchedMemory,
): { readonly kindsHere?: readonly string[] } {
  if (kinds.length === 0) return {}
  const here = new Set(Array.from({ length: index.size }, (_, place) => cardAt(place).kind))
  return kinds.every((kind) => here.has(kind)) ? {} : { kindsHere: [...here].sort(compareText) }
}

type Shown = { readonly score: number; readonly isAside: boolean; readonly text: string }

function found({ layout, kind, id, path, line, title }: Card, { score, isAside, text }: Shown): FoundItem {
  return {
    layout,
    kind,
    ...(id !== undefined && { id }),
    path,
    line,
    title,
    score,
    ...(isAside && { aside: true }),
    excerpt: excerptOf(text),
  }
}

/** Null where everything is wanted. */
function filterOf({
  layouts,
  kinds,
  tags,
  since,
  until,
}: FindOptions): ((card: Card) => boolean) | undefined {
  for (const day of [since, until]) assertDay(day)
  if (!layouts && !kinds && !tags && since === undefined && until === undefined) return undefined
  const wanted = tags && new Set(tags.map((tag) => tag.toLowerCase()))
  return (card) =>
    (!layouts || layouts.includes(card.layout)) &&
    (!kinds || kinds.includes(card.kind)) &&
    (!wanted || (card.tags ?? []).some((tag) => wanted.has(tag.toLowerCase()))) &&
    (since === undefined || (card.day !== undefined && card.day >= since)) &&
    (until === undefined || (card.day !== undefined && card.day <= until))
}

function assertDay(day: string | undefined): void {
  if (day === undefined || isCalendarDate(day)) return
  throw new UserError(`${safeText(JSON.stringify(day))} is no day`, 'Write a day as 2026-03-31.')
}

function assertBounds({ limit, tokenBudget = 1 }: FindOptions): void {
  if (limit >= 1 && tokenBudget >= 1) return
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

/** What is to be known about the results. `bounds` names what limits them. */
export function searchNotes(
  { total, omitted, weak, nothingHere, kindsHere, degraded, unreadable }: Findings,
  bounds: string,
): readonly string[] {
  if (nothingHere)
    return ['nothing is remembered here yet: `memkeep files` lists the files that memkeep sees']
  return [
    ...(total === 0 ? ['nothing that was searched has these words'] : []),
    ...(kindsHere && kindsHere.length > 0
      ? [`a kind that was asked for is not here; the kinds are ${kindsHere.join(', ')}`]
      : []),
    ...(weak && total > 0 ? ['no item answers this well: these only share words with it'] : []),
    ...(omitted > 0 ? [`${omitted} more match; ${bounds} say how many are shown`] : []),
    ...(degraded === undefined ? [] : [`embeddings have no part in this answer: ${degraded}`]),
    ...unreadable.map((path) => `${path} cannot be read whole or is too long, so it is not searched whole`),
  ]
}
