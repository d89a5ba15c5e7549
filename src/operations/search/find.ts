import { isCalendarDate } from '../../core/date.ts'
import { safeText, UserError } from '../../core/messages.ts'
import { compareText } from '../../core/text.ts'
import { estimateTokens } from '../../formats/tokens.ts'
import { fuseRanks, type RankedPlaces, rankPlaces, termWeights } from '../../retrieval/bm25.ts'
import { unknownWords } from '../../retrieval/near-terms.ts'
import { deadCitesOf } from '../dead-cites.ts'
import { openSearch, type SearchedMemory } from './open-search.ts'
import { labelsOf, resultNotes, titleLine } from './result-lines.ts'
import { type Card, LIMIT, MOST_QUERY, type SearchRequest } from './search-request.ts'
import type { Found, FoundItem, SearchArguments } from './search-schemas.ts'
import { areAlike, type FoundText, type ShownText, shownLines, shownText } from './show-result.ts'
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
  const lexical = rankPlaces(index, query, {
    among,
    aside: include_archived ? 'by score' : 'left out',
    withNear: true,
  })
  const { aside } = index
  const ranked = await withVectors(lexical, searched, {
    ...options,
    query,
    isWanted: (place) => (among?.(place) ?? true) && (include_archived || aside[place] !== 1),
  })
  if (!ranked) return null
  const { places, scores, weak, degraded } = ranked
  const candidates = Array.from({ length: Math.min(places.length, limit * CANDIDATES) }, (_, rank) => {
    const place = places[rank] ?? 0
    return { card: cardAt(place), score: scores[rank] ?? 0, isAside: aside[place] === 1 }
  })
  const texts = await textsOf(candidates.map(({ card }) => card))
  if (!texts) return null
  const weights = termWeights(index, query)
  const grouped = withoutCopies(candidates.map((one, i) => ({ ...one, text: texts[i] ?? '', weights })))
  const { results: shown, tokens } = packResults(grouped, {
    limit,
    budget: budget ?? Number.POSITIVE_INFINITY,
  })
  const dead = await deadCitesOf(
    shown.map(({ path, date, text }) => ({ path, day: date, text })),
    options.cwd,
  )
  const results = shown.map((item, i): FoundItem => {
    const own = dead[i] ?? []
    return own.length > 0 ? { ...item, dead: own } : item
  })
  const unknown = unknownWords(index, query)
  const copies = results.reduce((sum, { also = [] }) => sum + also.length, 0)
  return {
    version: 1,
    query,
    results,
    total: places.length,
    omitted: places.length - results.length - copies,
    tokens: { used: tokens, budget, estimated: true },
    weak,
    ...(index.size === 0 && unreadable.length === 0 && { nothingHere: true }),
    ...(places.length === 0 && kindsHere(args, searched)),
    ...(!include_archived && archivedMatches(searched, { query, limit, among })),
    ...(unknown.length > 0 && index.size > 0 && { unknown }),
    ...(lexical.near.length > 0 && { instead: lexical.near }),
    ...(degraded !== undefined && { degraded }),
    unreadable,
  }
}

/** So many items as are shown are read, for some of them are copies of others. */
const CANDIDATES = 2

type Candidate = FoundText & {
  readonly score: number
  readonly isAside: boolean
  readonly also?: readonly Candidate[]
}

/** The best of those that say nearly the same, with the others: one that has an id before what repeats it for people. */
function withoutCopies(candidates: readonly Candidate[]): readonly Candidate[] {
  const groups: Candidate[] = []
  for (const one of candidates) {
    const first = groups.findIndex((group) => group.isAside === one.isAside && areAlike(group, one))
    const group = groups[first]
    if (group) groups[first] = joined(group, one)
    else groups.push(one)
  }
  return groups
}

function joined({ also = [], ...group }: Candidate, one: Candidate): Candidate {
  const isRecord = group.card.id === undefined && one.card.id !== undefined
  const [first, other] = isRecord ? [one, group] : [group, one]
  return { ...first, score: group.score, also: [...also, other] }
}

/** Tokens that are kept for each result that comes later, and the fewest that text is shown in. */
const BRIEF = 60
const LEAST = 20

/**
 * Fills a budget: the first results have their whole texts or best sections, and later ones at least their best lines. The best
 * one is always there, and may have half of the budget. What is set aside is behind the others that are shown.
 */
function packResults(
  candidates: readonly Candidate[],
  { limit, budget }: { readonly limit: number; readonly budget: number },
): { readonly results: readonly FoundItem[]; readonly tokens: number } {
  const results: FoundItem[] = []
  let left = budget
  const wanted = [...candidates.slice(0, limit)].sort((a, b) => Number(a.isAside) - Number(b.isAside))
  for (const [i, candidate] of wanted.entries()) {
    const room = Math.min(
      left,
      Math.max(left - (wanted.length - i - 1) * BRIEF, i === 0 ? budget / 2 : BRIEF),
    )
    const shown = shownText(candidate)
    const whole = resultOf(candidate, shown)
    const frame = headCost(whole)
    const isWhole = frame + shown.tokens <= room
    if (!isWhole && i > 0 && room - frame < LEAST) continue
    const lines = isWhole ? shown : shownLines(candidate, Math.max(Math.floor(room - frame), LEAST))
    left -= frame + lines.tokens
    results.push(isWhole ? whole : resultOf(candidate, lines))
  }
  return { results, tokens: budget === Number.POSITIVE_INFINITY ? costOf(results) : budget - left }
}

function costOf(results: readonly FoundItem[]): number {
  return results.reduce((sum, item) => sum + headCost(item) + estimateTokens(item.text), 0)
}

/** What is written above the text of a result. */
function headCost(item: FoundItem): number {
  return estimateTokens(
    [titleLine(item, item.text), `${item.path}:${item.line} (${labelsOf(item)})`, ...resultNotes(item)].join(
      '\n',
    ),
  )
}

function resultOf({ card, score, isAside, also = [] }: Candidate, shown: ShownText): FoundItem {
  const { layout, kind, id, path, title, tags, day, living, by } = card
  const { line, heading, text, more } = shown
  return {
    layout,
    kind,
    ...(id !== undefined && { id }),
    path,
    line,
    title,
    ...(heading !== undefined && { heading }),
    ...(day !== undefined && { date: day }),
    ...(living && { living }),
    ...(tags && { tags }),
    score,
    ...(isAside && { aside: true }),
    ...(by && { supersededBy: by }),
    ...(also.length > 0 && { also: also.map(({ card: { path, line } }) => ({ path, line })) }),
    excerpt: excerptOf(text),
    text,
    ...(more && { more }),
  }
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
  const { itemOf } = searched.index
  const best = new Map(Array.from(places, (place) => [itemOf[place], place]))
  // Each item has one section here: that of the words, where they find it.
  const byMeaning = near.filter(isWanted).map((place) => {
    const shown = best.get(itemOf[place]) ?? place
    best.set(itemOf[place], shown)
    return shown
  })
  const fused = fuseRanks([[...places], [...new Set(byMeaning)]])
  return {
    places: fused.map(({ place }) => place),
    scores: fused.map(({ score }) => score),
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

type Asked = {
  readonly query: string
  readonly limit: number
  readonly among: ((place: number) => boolean) | undefined
}

/** What a search would give besides, had it been asked for what is superseded or archived; where that is nothing, nothing is said. */
function archivedMatches(
  { index }: SearchedMemory,
  { query, limit, among }: Asked,
): { readonly archivedMatches?: number } {
  const { aside } = index
  if (!aside.includes(1)) return {}
  const { places } = rankPlaces(index, query, { among, aside: 'by score', withNear: true })
  const count = places.subarray(0, limit).filter((place) => aside[place] === 1).length
  return count === 0 ? {} : { archivedMatches: count }
}
