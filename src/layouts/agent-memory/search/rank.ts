import { timestampOf } from '../../../core/date.ts'
import type { Source } from '../../../core/source.ts'
import { bm25Ranker } from '../../../retrieval/bm25.ts'
import { buildIndex, factsOf, type SearchItem } from '../../../retrieval/search-index.ts'
import { fold, mayHold, queryTerms, recordOf, termsOf, textOf } from '../record.ts'
import { byChange, type KnownRecord } from '../store/records.ts'

/** How the terms of a query match: as whole words, or as any part of the text, as the format's document has it. */
export type Match = 'tokens' | 'literal'

/** A query, folded and cut. */
export type Query = {
  /** As it was given. */
  readonly asked: string
  readonly text: string
  readonly terms: readonly string[]
  readonly match: Match
}

/** Folds a query and cuts it into its terms. */
export function readQuery(query: string, match: Match): Query {
  const text = fold(query)
  return {
    asked: query,
    text,
    match,
    terms: match === 'tokens' ? queryTerms(text) : [...new Set(text.split(' '))].filter(Boolean),
  }
}

/** What a ranker looks at of a record. */
export type Scored = {
  readonly summary: string
  readonly tags: readonly string[]
  readonly entities: readonly string[]
  readonly confidence: number
  readonly updated: string
  /** The terms of the content, with spaces between. */
  readonly terms: string
  /** Whether the folded content holds a folded text. */
  readonly holds: (needle: string) => boolean
}

/** What a score consists of; `total` is what records are ordered by. */
type ScoreParts = {
  readonly total: number
  /** 0 where nothing of the query is in the record. */
  readonly lexical: number
  readonly parts: { readonly [name: string]: number }
}

/** How well a record matches a query by itself, at an instant in milliseconds. */
type Formula = (record: Scored, query: Query, now: number) => ScoreParts

/** The numbers of the format's document. */
const WEIGHTS = {
  querySummary: 30,
  queryContent: 15,
  termSummary: 10,
  termContent: 4,
  termLabel: 8,
  confidence: 10,
  recency: 10,
}

/** Days after which a record has half of the bonus for being recent. */
const HALF_LIFE = 30
const DAY = 86_400_000

/** A text that is shorter matches by chance. */
const SHORTEST_QUERY = 2

/** The format's own formula. A term counts once for each field that has it, however often. */
export const seedScore: Formula = (record, query, now) => {
  const { text, terms } = query
  const summary = fold(record.summary)
  const labels = [...record.tags, ...record.entities].map(fold)
  const isWhole = text.length >= SHORTEST_QUERY
  const count = (isThere: (term: string) => boolean): number => terms.filter(isThere).length
  const field = fieldsOf(query, { summary, labels, record })
  const parts = {
    query_in_summary: isWhole && summary.includes(text) ? WEIGHTS.querySummary : 0,
    query_in_content: isWhole && record.holds(text) ? WEIGHTS.queryContent : 0,
    terms_in_summary: WEIGHTS.termSummary * count(field.summary),
    terms_in_content: WEIGHTS.termContent * count(field.content),
    terms_in_labels: WEIGHTS.termLabel * count(field.labels),
    confidence_bonus: rounded(WEIGHTS.confidence * record.confidence),
    recency_bonus: rounded(WEIGHTS.recency * 2 ** (-ageOf(record.updated, now) / HALF_LIFE)),
  }
  const { confidence_bonus, recency_bonus, ...found } = parts
  const lexical = Object.values(found).reduce((sum, one) => sum + one, 0)
  return { lexical, parts, total: rounded(lexical + confidence_bonus + recency_bonus) }
}

type Fields = { readonly summary: string; readonly labels: readonly string[]; readonly record: Scored }
type Has = (term: string) => boolean

/** Whether each field has a term, in the way that the query matches. */
function fieldsOf(
  { match }: Query,
  { summary, labels, record }: Fields,
): { summary: Has; content: Has; labels: Has } {
  if (match === 'literal') {
    return {
      summary: (term) => summary.includes(term),
      content: record.holds,
      labels: (term) => labels.some((label) => label.includes(term)),
    }
  }
  const [words, names] = [new Set(termsOf(summary)), new Set(labels.flatMap(termsOf))]
  const content = ` ${record.terms} `
  return {
    summary: (term) => words.has(term),
    content: (term) => content.includes(` ${term} `),
    labels: (term) => names.has(term),
  }
}

/** In days; a record from the future is new. */
function ageOf(updated: string, now: number): number {
  return Math.max(0, now - (timestampOf(updated) ?? now)) / DAY
}

/** The same on every machine. */
function rounded(number: number): number {
  return Math.round(number * 1e6) / 1e6
}

/** A record and how well it matches. */
export type Ranked = { readonly record: KnownRecord; readonly score: ScoreParts }

/** What a search looks for, and when it is. */
type Ranking = { readonly query: Query; readonly now: string }

/** The records that match, the best first. */
type RankedRecords = {
  readonly ranked: readonly Ranked[]
  /** What to know about it. */
  readonly notes: readonly string[]
}

/** A way of ordering the records that pass the filters. An empty query gives all of them. */
export type RecordRanker = {
  readonly id: string
  /** Paths of the records whose texts it has to read. */
  readonly wants: (records: readonly KnownRecord[], query: Query) => readonly string[]
  readonly rank: (
    records: readonly KnownRecord[],
    sources: ReadonlyMap<string, Source>,
    ranking: Ranking,
  ) => RankedRecords
}

/** The format's own formula, with bonuses for confidence and recency; so it depends on the day. */
export const seedRanker: RecordRanker = {
  id: 'seed',
  wants: (records, { text, terms, match }) => {
    const needles = match === 'literal' ? [text, ...terms] : [text]
    if (text.length < 2 && match === 'tokens') return []
    return records
      .filter(({ facts }) => needles.some((needle) => needle !== '' && mayHold(facts.terms, needle) === null))
      .map(({ path }) => path)
  },
  rank: (records, sources, { query, now }) => {
    const instant = timestampOf(now) ?? 0
    const ranked = records
      .map((record) => ({ record, score: seedScore(scoredOf(record, sources), query, instant) }))
      .filter(({ score }) => query.text === '' || score.lexical > 0)
      .sort(byScore)
    return { ranked, notes: [] }
  },
}

function scoredOf({ path, summary, tags, facts }: KnownRecord, sources: ReadonlyMap<string, Source>): Scored {
  let content: string | null = null
  const read = (): string => {
    content ??= fold(textOf(recordOf(sources.get(path)), 'content') ?? '')
    return content
  }
  return {
    ...facts,
    summary,
    tags,
    holds: (needle) => mayHold(facts.terms, needle) ?? read().includes(needle),
  }
}

/** Of equals the last changed is first. */
function byScore(a: Ranked, b: Ranked): number {
  return b.score.total - a.score.total || byChange(a.record, b.record)
}

/**
 * Relevance alone, as `memkeep find` ranks: stems of words, seldom ones most, no bonuses. Where nothing answers the query it
 * gives nothing, and says so.
 */
export const bm25: RecordRanker = {
  id: 'bm25',
  wants: (records, { text }) => (text === '' ? [] : records.map(({ path }) => path)),
  rank: (records, sources, { query }) => {
    if (query.text === '') {
      return { ranked: records.map((record) => scored(record, 0)).sort(byScore), notes: [] }
    }
    const index = buildIndex(records.map((record, i) => factsOf(searchItem(record, i, sources))))
    const { hits, isWeak } = bm25Ranker(index, { limit: records.length }).rank(query.asked)
    if (isWeak) return { ranked: [], notes: [noneAnswers(hits.length)] }
    const ranked = hits.flatMap(({ id, score }) => {
      const record = records[Number(id)]
      return record ? [scored(record, score)] : []
    })
    return { ranked: ranked.sort(byScore), notes: [] }
  },
}

function scored(record: KnownRecord, score: number): Ranked {
  return { record, score: { total: score, lexical: score, parts: { bm25: score } } }
}

function noneAnswers(sharing: number): string {
  const what = 'No record that passes the filters answers the query'
  if (sharing === 0) return `${what}.`
  return `${what}: ${sharing} of them only ${sharing === 1 ? 'shares' : 'share'} words with it.`
}

function searchItem(
  { path, summary, tags, facts }: KnownRecord,
  place: number,
  sources: ReadonlyMap<string, Source>,
): SearchItem {
  return {
    id: String(place),
    path,
    fields: {
      title: summary,
      tags: [...tags, ...facts.entities],
      body: textOf(recordOf(sources.get(path)), 'content') ?? '',
    },
    date: facts.created,
  }
}
