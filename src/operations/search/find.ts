import type { DeadCite } from '../../core/citation.ts'
import { isCalendarDate } from '../../core/date.ts'
import { safeText, UserError } from '../../core/messages.ts'
import { compareText, mostThat } from '../../core/text.ts'
import { estimateTokens } from '../../formats/tokens.ts'
import { fuseRanks, type RankedPlaces, rankPlaces, termWeights } from '../../retrieval/bm25.ts'
import { commonWords, unknownNames, unknownWords } from '../../retrieval/near-terms.ts'
import { deadCitesOf } from '../dead-cites.ts'
import { openSearch, type SearchedMemory } from './open-search.ts'
import { answerText, resultText } from './result-lines.ts'
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
  const { query, token_budget: budget = null, include_archived = false } = args
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
  const { places, scores, degraded } = ranked
  const { othersAt, near, coverage } = lexical
  const names = ranked.byMeaning || coverage >= NAMED_BELOW ? [] : unknownNames(index, query)
  const weak = ranked.weak || names.length > 0
  const limit = mostResults(args, weak)
  const candidates = Array.from({ length: Math.min(places.length, limit * CANDIDATES) }, (_, rank) => {
    const place = places[rank] ?? 0
    const others = rank < MOST_WIDE * CANDIDATES ? othersAt(place).slice(0, MOST_OTHERS) : []
    const sections = [place, ...others]
    return { cards: sections.map(cardAt), score: scores[rank] ?? 0, isAside: aside[place] === 1 }
  })
  const texts = await textsOf(candidates.flatMap(({ cards }) => cards))
  if (!texts) return null
  const weights = termWeights(index, query)
  const grouped = withoutCopies(withTexts(candidates, texts, weights))
  const unknown = [...new Set([...names, ...unknownWords(index, query)])]
  const common = places.length === 0 ? commonWords(query) : []
  const found: Found = {
    version: 1,
    query,
    results: [],
    total: places.length,
    omitted: places.length,
    tokens: { used: 0, budget, estimated: true },
    weak,
    ...(index.size === 0 && unreadable.length === 0 && { nothingHere: true }),
    ...(places.length === 0 && index.size > 0 && missingHere(args, searched)),
    ...(common.length > 0 && { common }),
    ...undatedMatches(args, searched),
    ...(!include_archived && archivedMatches(searched, { args, among })),
    ...(unknown.length > 0 && index.size > 0 && { unknown }),
    ...(near.length > 0 && { instead: near }),
    ...(degraded !== undefined && { degraded }),
    unreadable,
  }
  return withResults(found, grouped, { args, limit, cwd: options.cwd })
}

/** An answer with more of what is asked is one, also without a name that is asked for. Chosen on 135 questions about ten repositories. */
const NAMED_BELOW = 0.6

/** So many results are shown of an answer that is weak. */
const MOST_WEAK = 3

function mostResults({ limit = LIMIT }: SearchArguments, isWeak: boolean): number {
  return isWeak ? Math.min(limit, MOST_WEAK) : limit
}

type Filling = { readonly args: SearchArguments; readonly limit: number; readonly cwd: string }

/** So often an answer that has become too long is packed again. */
const PACKINGS = 6

/**
 * Puts results into an answer, so many that its text, with what is said of them and of it, is within the budget. What is said of a
 * result is known when it is chosen: so the answer is measured, and packed again in less room where it is too long.
 */
async function withResults(
  found: Found,
  candidates: readonly Candidate[],
  { args, limit, cwd }: Filling,
): Promise<Found> {
  const budget = args.token_budget ?? Number.POSITIVE_INFINITY
  const withDead = deadReader(cwd)
  let room = budget - estimateTokens(answerText(found, args))
  for (let packing = 1; ; packing++) {
    const results = await withDead(packResults(candidates, { limit, budget: Math.max(room, 0) }))
    const copies = results.reduce((sum, { also = [] }) => sum + also.length, 0)
    const filled = { ...found, results, omitted: found.total - results.length - copies }
    const used = estimateTokens(answerText(filled, args))
    if (used <= budget || packing === PACKINGS) return { ...filled, tokens: { ...found.tokens, used } }
    room -= used - budget
  }
}

/** Adds to results what they name that is gone. Git is asked once for a text, however often it is packed. */
function deadReader(cwd: string): (items: readonly FoundItem[]) => Promise<readonly FoundItem[]> {
  const known = new Map<string, readonly DeadCite[]>()
  const keyOf = ({ path, date, text }: FoundItem): string => JSON.stringify([path, date, text])
  return async (items) => {
    const open = items.filter((item) => !known.has(keyOf(item)))
    const dead = await deadCitesOf(
      open.map(({ path, date, text }) => ({ path, day: date, text })),
      cwd,
    )
    for (const [i, item] of open.entries()) known.set(keyOf(item), dead[i] ?? [])
    return items.map((item): FoundItem => {
      const own = known.get(keyOf(item)) ?? []
      return own.length > 0 ? { ...item, dead: own } : item
    })
  }
}

/** So many items as are shown are read, for some of them are copies of others. */
const CANDIDATES = 2

/** So many other sections of an item are read at most. */
const MOST_OTHERS = 16

type Candidate = FoundText & {
  readonly score: number
  readonly isAside: boolean
  readonly also?: readonly Candidate[]
}

type Place = Pick<Candidate, 'score' | 'isAside'> & { readonly cards: readonly Card[] }

/** `texts`: of all their sections, one behind the other. */
function withTexts(
  places: readonly Place[],
  texts: readonly string[],
  weights: Candidate['weights'],
): readonly Candidate[] {
  let at = 0
  return places.flatMap(({ cards, ...place }) => {
    const sections = cards.map((card) => ({ card, text: texts[at++] ?? '' }))
    const [best, ...others] = sections
    return best ? [{ ...best, others, ...place, weights }] : []
  })
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

/** So many results show more than their best section, where a budget says how much. */
const MOST_WIDE = 2

/** Tokens that are kept for each result that comes later, and the fewest that text is shown in. */
const BRIEF = 60
const LEAST = 20

/**
 * Fills a budget: the first results have their whole texts or best sections, and later ones at least their best lines. The best
 * one is always there, and may have half of the budget; where it is long, other sections of it are shown in that half, and those
 * of the next one in half of the rest. What is set aside is behind the others that are shown.
 */
function packResults(
  candidates: readonly Candidate[],
  { limit, budget }: { readonly limit: number; readonly budget: number },
): readonly FoundItem[] {
  const results: FoundItem[] = []
  let left = budget
  const wanted = [...candidates.slice(0, limit)].sort((a, b) => Number(a.isAside) - Number(b.isAside))
  for (const [i, candidate] of wanted.entries()) {
    const room = Math.min(
      left,
      Math.max(left - (wanted.length - i - 1) * BRIEF, i === 0 ? budget / 2 : BRIEF),
    )
    const share = i === wanted.length - 1 ? left : left / 2
    const shown = shownText(candidate)
    const whole = resultOf(candidate, shown)
    const cost = costOf(whole)
    const frame = cost - shown.tokens
    if (cost > room && i > 0 && room - frame < LEAST) continue
    const item =
      cost <= room
        ? widest(candidate, whole, i < MOST_WIDE && left < Number.POSITIVE_INFINITY ? share : 0)
        : resultOf(candidate, shownLines(candidate, Math.max(Math.floor(room - frame), LEAST)))
    left -= item === whole ? cost : costOf(item)
    results.push(item)
  }
  return results
}

/** With as many other sections as have room. */
function widest(candidate: Candidate, best: FoundItem, room: number): FoundItem {
  const wide = (more: number): FoundItem => resultOf(candidate, shownText(candidate, more))
  const most = mostThat(candidate.others.length, (more) => costOf(wide(more)) <= room)
  return most === 0 ? best : wide(most)
}

function costOf(item: FoundItem): number {
  return estimateTokens(`${resultText(item)}\n\n`)
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
  /** A model had a part in it. */
  readonly byMeaning?: true
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
    byMeaning: true,
  }
}

/** What filters ask for that no item has. */
function missingHere(
  { kinds = [], tags = [], layouts = [] }: SearchArguments,
  { index, cardAt }: SearchedMemory,
): Pick<Found, 'notHere' | 'kindsHere' | 'layoutsHere'> {
  if (kinds.length + tags.length + layouts.length === 0) return {}
  const here = { kinds: new Set<string>(), tags: new Set<string>(), layouts: new Set<string>() }
  for (let place = 0; place < index.size; place++) {
    const { kind, tags: own = [], layout } = cardAt(place)
    here.kinds.add(kind)
    for (const tag of own) here.tags.add(tag.toLowerCase())
    here.layouts.add(layout)
  }
  const missing = {
    kinds: kinds.filter((kind) => !here.kinds.has(kind)),
    tags: tags.filter((tag) => !here.tags.has(tag.toLowerCase())),
    layouts: layouts.filter((layout) => !here.layouts.has(layout)),
  }
  const named = Object.entries(missing).filter(([, list]) => list.length > 0)
  return {
    ...(named.length > 0 && { notHere: Object.fromEntries(named) }),
    ...(missing.kinds.length > 0 && { kindsHere: [...here.kinds].sort(compareText) }),
    ...(missing.layouts.length > 0 && { layoutsHere: [...here.layouts].sort(compareText) }),
  }
}

/** How many items match that have no day, where days are asked for. */
function undatedMatches(
  { since, until, ...rest }: SearchArguments,
  { index, cardAt }: SearchedMemory,
): { readonly undated?: number } {
  if (since === undefined && until === undefined) return {}
  const isWanted = filterOf(rest)
  const { places } = rankPlaces(index, rest.query, {
    among: (place) => {
      const card = cardAt(place)
      return card.day === undefined && (isWanted?.(card) ?? true)
    },
    aside: rest.include_archived ? 'by score' : 'left out',
  })
  return places.length === 0 ? {} : { undated: places.length }
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
  readonly args: SearchArguments
  readonly among: ((place: number) => boolean) | undefined
}

/** What a search would give besides, had it been asked for what is superseded or archived; where that is nothing, nothing is said. */
function archivedMatches(
  { index }: SearchedMemory,
  { args, among }: Asked,
): { readonly archivedMatches?: number } {
  const { aside } = index
  if (!aside.includes(1)) return {}
  const { places, isWeak } = rankPlaces(index, args.query, { among, aside: 'by score', withNear: true })
  const count = places.subarray(0, mostResults(args, isWeak)).filter((place) => aside[place] === 1).length
  return count === 0 ? {} : { archivedMatches: count }
}
