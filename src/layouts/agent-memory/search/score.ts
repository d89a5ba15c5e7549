import { timestampOf } from '../../../core/date.ts'
import { fold, queryTerms, termsOf } from './terms.ts'

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
export type ScoreParts = {
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
