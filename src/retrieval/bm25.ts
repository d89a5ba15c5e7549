import { mostThat } from '../core/text.ts'
import { type NearTerm, nearTerms } from './near-terms.ts'
import {
  havingOf,
  idfOf,
  type NamedIndex,
  type SearchIndex,
  type TermList,
  titleTerm,
} from './search-index.ts'
import { isPair, queryTerms } from './terms.ts'

/** An item that a query found. */
type Hit = {
  readonly id: string
  readonly path: string
  /** Rounded to six decimals, so that machines agree; comparable within one ranking only. */
  readonly score: number
  /** What of the query it matches, in the ranker's own terms. */
  readonly matched: readonly string[]
}

/** What a query found, best first. */
export type Ranking = {
  readonly hits: readonly Hit[]
  /** How much of the query its best hits answer, from 0 to 1; null where the ranker has no measure. */
  readonly coverage: number | null
  /** True where nothing answers the query: what was found only shares words with it. */
  readonly isWeak: boolean
}

/**
 * A way of ranking the items of one memory. What it needs of them and of the world, such as texts or an instant, it was
 * made with; so one query gives one ranking.
 */
type Ranker = {
  /** As users name it: `bm25`. */
  readonly id: string
  readonly rank: (query: string) => Ranking
}

/** How much repetition counts, and how much the length. */
const K1 = 1.2
const B = 0.75

/** How much the score of a file counts for an entry of it: twice that where the entry has few terms and says little by itself. */
const PARENT_SHARE = 0.2
const FEW_TERMS = 24

/** The same for the item or section before and behind: what is written next to each other is about one thing. */
const NEIGHBOUR_SHARE = 0.1

/**
 * How much it counts as well that the title or the name has a term, where the text has so many terms or more: it is about what it is
 * called. Of a short text the title is a large part anyway.
 */
const TITLE_SHARE = 1.3
const MANY_TERMS = 250

/**
 * Below this share of what the query asks, its best hit is no answer; with one matched term the share must be larger.
 * Chosen on the tuning half of the labelled questions.
 */
const WEAK_BELOW = 0.2
const WEAK_BELOW_WITH_ONE_TERM = 0.42

export type Bm25Options = {
  /** The most hits. */
  readonly limit?: number
  /** Only items for which it is true; how seldom a term is, is counted over all. */
  readonly among?: ((place: number) => boolean) | undefined
  /** Where superseded and archived items are: behind all others, left out, or where their scores put them. */
  readonly aside?: 'last' | 'left out' | 'by score'
  /** A word that no item has is looked for as the nearest one. */
  readonly withNear?: boolean
}

const MOST_HITS = 100

/** Every item that has a term of a query, best first, by its place in the index or that of its best section; equal scores in order of places. */
export type RankedPlaces = {
  readonly places: Uint32Array
  /** Of each of them its score, rounded to six decimals. */
  readonly scores: Float64Array
  /** The other sections of the item at a place, best first; those without a term of the query in their order. */
  readonly othersAt: (place: number) => readonly number[]
  /** What was looked for as well; it makes no answer stronger. */
  readonly near: readonly NearTerm[]
  /** Terms of the query that an item has. */
  readonly matchedAt: (place: number) => readonly string[]
  /** As in `Ranking`. */
  readonly coverage: number
  readonly isWeak: boolean
}

/** Ranks by BM25 over stems, of the texts and of their titles: a seldom term counts most. */
export function bm25Ranker(index: NamedIndex, options: Bm25Options = {}): Ranker {
  const { limit = MOST_HITS } = options
  return {
    id: 'bm25',
    rank: (query): Ranking => {
      const { places, scores, matchedAt, coverage, isWeak } = rankPlaces(index, query, options)
      const hits = [...places.subarray(0, limit)].map((place, i): Hit => {
        const { id, path } = index.itemAt(place)
        return { id, path, score: scores[i] ?? 0, matched: matchedAt(place) }
      })
      return { hits, coverage, isWeak }
    },
  }
}

/** The same without its hits, for callers that want few of many. */
export function rankPlaces(index: SearchIndex, query: string, options: Bm25Options = {}): RankedPlaces {
  const said = queryTerms(query)
  const matchedAt = (place: number): readonly string[] => {
    const range = sectionsAt(index, place)
    return said.filter((term) => hasTerm(index, term, range))
  }
  const near = options.withNear ? nearTerms(index, said) : []
  const asked = [...new Set([...said, ...near.map(({ used }) => used)])]
  const all = inOrder(scoredItems(index, asked, options))
  const { places, scores } = bestSections(all, index)
  const othersAt = (place: number): readonly number[] => {
    const { first, last } = sectionsAt(index, place)
    if (first === last) return []
    const matching = all.places.filter((one) => one >= first && one <= last)
    const sections = Array.from({ length: last - first + 1 }, (_, i) => first + i)
    return [...new Set([...matching, ...sections])].filter((one) => one !== place)
  }
  const best = [...places.subarray(0, 3)].map(matchedAt)
  return { places, scores, othersAt, near, matchedAt, ...strengthOf(index, said, best) }
}

/** Items with a score, as numbers that sort by score and place: a list of numbers sorts ten times faster than one of objects. */
function scoredItems(index: SearchIndex, said: readonly string[], options: Bm25Options): Float64Array {
  const { among, aside = 'last' } = options
  const { size, parentOf, lengths, aside: isAside } = index
  const { own, ofParents } = addUp(index, said)
  const near = (place: number, parent: number): number => (parentOf[place] === parent ? (own[place] ?? 0) : 0)
  const keys = new Float64Array(size)
  let count = 0
  for (let place = 0; place < size; place++) {
    const score = own[place] ?? 0
    const isBehind = isAside[place] === 1
    if (score === 0 || (isBehind && aside === 'left out') || among?.(place) === false) continue
    const parent = parentOf[place] ?? 0
    const share = PARENT_SHARE * (1 + Math.min(1, FEW_TERMS / (lengths[place] || 1)))
    const nearby = NEIGHBOUR_SHARE * (near(place - 1, parent) + near(place + 1, parent))
    keys[count++] =
      keyOf(score + nearby + share * (ofParents[parent] ?? 0), place) -
      (isBehind && aside === 'last' ? BEHIND : 0)
  }
  return keys.subarray(0, count).sort().reverse()
}

/** Places below, scores in millionths above: together they are whole numbers, which are exact. */
const PLACES = 2 ** 22
const MOST_SCORE = 2 ** 31 - 1
const BEHIND = 2 ** 53

function keyOf(score: number, place: number): number {
  return Math.min(Math.round(score * 1e6), MOST_SCORE) * PLACES + (PLACES - 1 - place)
}

function inOrder(keys: Float64Array): { readonly places: Uint32Array; readonly scores: Float64Array } {
  const [places, scores] = [new Uint32Array(keys.length), new Float64Array(keys.length)]
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] ?? 0
    const plain = key < 0 ? key + BEHIND : key
    const score = Math.floor(plain / PLACES)
    places[i] = PLACES - 1 - (plain - score * PLACES)
    scores[i] = score / 1e6
  }
  return { places, scores }
}

/** The first place of each item. */
function bestSections(
  { places, scores }: { readonly places: Uint32Array; readonly scores: Float64Array },
  { itemOf, size }: SearchIndex,
): { readonly places: Uint32Array; readonly scores: Float64Array } {
  const isSeen = new Uint8Array(size)
  let count = 0
  for (let rank = 0; rank < places.length; rank++) {
    const place = places[rank] ?? 0
    const item = itemOf[place] ?? 0
    if (isSeen[item] === 1) continue
    isSeen[item] = 1
    places[count] = place
    scores[count++] = scores[rank] ?? 0
  }
  return { places: places.subarray(0, count), scores: scores.subarray(0, count) }
}

/** The scores of all items, and of their parents, which have the terms of all their items. */
function addUp(index: SearchIndex, said: readonly string[]): Scores {
  const { size, lengths, parentLengths } = index
  const all = lengths.reduce((sum, length) => sum + length, 0)
  const scores = {
    own: new Float64Array(size),
    ofParents: new Float64Array(parentLengths.length),
    inParent: new Uint32Array(parentLengths.length),
    mean: all / (size || 1),
    parentMean: all / (parentLengths.length || 1),
  }
  for (const term of said) {
    const lists = index.listsOf(term)
    if (lists.length === 0) continue
    const idf = weightOfTerm(index, term)
    for (const list of lists) addItems(list, idf, index, scores)
    for (const list of lists) addParents(list, idf, index, scores)
    for (const list of index.listsOf(titleTerm(term))) addTitles(list, idf, index, scores)
  }
  return scores
}

type Scores = {
  readonly own: Float64Array
  readonly ofParents: Float64Array
  /** How often each parent has the term at hand. */
  readonly inParent: Uint32Array
  readonly mean: number
  readonly parentMean: number
}

type Adding = (list: TermList, idf: number, index: SearchIndex, scores: Scores) => void

const addItems: Adding = ({ from, places, counts }, idf, { lengths, parentOf }, { own, inParent, mean }) => {
  for (let at = 0; at < places.length; at++) {
    const place = from + (places[at] ?? 0)
    const count = counts[at] ?? 0
    own[place] = (own[place] ?? 0) + idf * weightOf(count, (lengths[place] ?? 0) / mean)
    const parent = parentOf[place] ?? 0
    inParent[parent] = (inParent[parent] ?? 0) + count
  }
}

const addParents: Adding = ({ from, places }, idf, { parentOf, parentLengths }, scores) => {
  const { ofParents, inParent, parentMean } = scores
  for (let at = 0; at < places.length; at++) {
    const parent = parentOf[from + (places[at] ?? 0)] ?? 0
    const count = inParent[parent] ?? 0
    if (count === 0) continue
    inParent[parent] = 0
    const length = (parentLengths[parent] ?? 0) / parentMean
    ofParents[parent] = (ofParents[parent] ?? 0) + idf * weightOf(count, length)
  }
}

const addTitles: Adding = ({ from, places, counts }, idf, { lengths }, { own }) => {
  for (let at = 0; at < places.length; at++) {
    const place = from + (places[at] ?? 0)
    const share = TITLE_SHARE * Math.min(1, (lengths[place] ?? 0) / MANY_TERMS)
    own[place] = (own[place] ?? 0) + share * idf * weightOf(counts[at] ?? 0, 1)
  }
}

/** What a term's count adds, by the length of the text in lengths of a usual one. */
function weightOf(count: number, length: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + B * length))
}

/** The places of all sections of an item, the last one included. */
function sectionsAt(
  { itemOf }: SearchIndex,
  place: number,
): { readonly first: number; readonly last: number } {
  let [first, last] = [place, place]
  while (first > 0 && itemOf[first - 1] === itemOf[place]) first--
  while (last + 1 < itemOf.length && itemOf[last + 1] === itemOf[place]) last++
  return { first, last }
}

/** True where one of some places has a term. */
function hasTerm(
  { listsOf }: SearchIndex,
  term: string,
  { first, last }: { readonly first: number; readonly last: number },
): boolean {
  return listsOf(term).some(({ from, places }) => {
    const at = mostThat(places.length, (before) => from + (places[before - 1] ?? 0) < first)
    return at < places.length && from + (places[at] ?? 0) <= last
  })
}

/** How much each term of a query says: the more, the fewer items have it. */
export function termWeights(index: SearchIndex, query: string): ReadonlyMap<string, number> {
  const said = queryTerms(query)
  const asked = [...said, ...nearTerms(index, said).map(({ used }) => used)]
  return new Map(asked.map((term) => [term, weightOfTerm(index, term)]))
}

/** How much a term says: the more, the fewer items have it. Half of that for a pair of characters: each character is in two pairs. */
function weightOfTerm(index: SearchIndex, term: string): number {
  const idf = idfOf(havingOf(index, term), index.size)
  return isPair(term) ? idf / 2 : idf
}

/** How much of what is asked the best hit has: terms count by how seldom they are, unknown ones most. */
function strengthOf(
  index: SearchIndex,
  said: readonly string[],
  best: readonly (readonly string[])[],
): { readonly coverage: number; readonly isWeak: boolean } {
  const massOf = (terms: readonly string[]): number =>
    terms.reduce((sum, term) => sum + weightOfTerm(index, term), 0)
  const all = massOf(said)
  const tops = best.map((matched) => ({ matched, coverage: Math.round((massOf(matched) / all) * 1e6) / 1e6 }))
  const top = tops.reduce((a, b) => (b.coverage > a.coverage ? b : a), { matched: [''], coverage: 0 })
  const least = top.matched.length > 1 ? WEAK_BELOW : WEAK_BELOW_WITH_ONE_TERM
  return { coverage: top.coverage, isWeak: top.coverage < least }
}

/** How much the first places of a ranking count before all others: as in the paper on reciprocal rank fusion. */
const K = 60

/** The items of several rankings in one: each adds 1 / (60 + rank). Equal sums are in order of places. */
export function fuseRanks(
  rankings: readonly (readonly number[])[],
): readonly { readonly place: number; readonly score: number }[] {
  const scores = new Map<number, number>()
  for (const ranking of rankings) {
    for (const [rank, place] of ranking.entries()) {
      scores.set(place, (scores.get(place) ?? 0) + 1 / (K + rank + 1))
    }
  }
  return [...scores]
    .map(([place, score]) => ({ place, score: Math.round(score * 1e6) / 1e6 }))
    .sort((a, b) => b.score - a.score || a.place - b.place)
}

/** The places whose vectors are closest to one, best first; those without a vector are left out. */
export function nearestVectors(
  to: Float32Array,
  vectors: readonly (Float32Array | undefined)[],
  most: number,
): readonly number[] {
  const length = lengthOf(to)
  const near = vectors.flatMap((vector, place) => {
    if (vector?.length !== to.length) return []
    let product = 0
    for (const [i, number] of vector.entries()) product += number * (to[i] ?? 0)
    const cosine = product / (length * lengthOf(vector))
    return Number.isFinite(cosine) ? [{ place, cosine }] : []
  })
  return near
    .sort((a, b) => b.cosine - a.cosine || a.place - b.place)
    .slice(0, most)
    .map(({ place }) => place)
}

function lengthOf(vector: Float32Array): number {
  let sum = 0
  for (const number of vector) sum += number * number
  return Math.sqrt(sum)
}
