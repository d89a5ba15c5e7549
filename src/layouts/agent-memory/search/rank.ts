import { timestampOf } from '../../../core/date.ts'
import type { Source } from '../../../core/source.ts'
import { compareText } from '../../../core/text.ts'
import { recordOf, textOf } from '../record.ts'
import type { KnownRecord } from '../store/known-records.ts'
import { type Query, type Scored, type ScoreParts, seedScore } from './score.ts'
import { fold, mayHold } from './terms.ts'

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
    const source = sources.get(path)
    content ??= source ? fold(textOf(recordOf(source), 'content') ?? '') : ''
    return content
  }
  return {
    ...facts,
    summary,
    tags,
    holds: (needle) => mayHold(facts.terms, needle) ?? read().includes(needle),
  }
}

/** Of equals the newest is first, then the smaller id. */
export function byScore(a: Ranked, b: Ranked): number {
  return (
    b.score.total - a.score.total ||
    (timestampOf(b.record.facts.updated) ?? 0) - (timestampOf(a.record.facts.updated) ?? 0) ||
    compareText(a.record.id, b.record.id) ||
    compareText(a.record.path, b.record.path)
  )
}
