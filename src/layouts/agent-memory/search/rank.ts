import { timestampOf } from '../../../core/date.ts'
import type { Source } from '../../../core/source.ts'
import { compareText } from '../../../core/text.ts'
import { recordOf, textOf } from '../record.ts'
import type { KnownRecord } from '../store/known-records.ts'
import type { Query, Ranker, Scored, ScoreParts } from './score.ts'
import { fold, mayHold } from './terms.ts'

/** A record and how well it matches. */
export type Ranked = { readonly record: KnownRecord; readonly score: ScoreParts }

/** What a search looks for, how it orders, and when it is. */
export type Ranking = { readonly query: Query; readonly ranker: Ranker; readonly now: string }

/** Paths of the records whose facts do not say whether the query is in the content: their texts have to be read. */
export function undecided(records: readonly KnownRecord[], { text, terms, match }: Query): readonly string[] {
  const needles = match === 'literal' ? [text, ...terms] : [text]
  if (text.length < 2 && match === 'tokens') return []
  return records
    .filter(({ facts }) => needles.some((needle) => needle !== '' && mayHold(facts.terms, needle) === null))
    .map(({ path }) => path)
}

/** The records that match, the best first; all of them for an empty query. Of equals the newest is first, then the smaller id. */
export function rank(
  records: readonly KnownRecord[],
  sources: ReadonlyMap<string, Source>,
  { query, ranker, now }: Ranking,
): readonly Ranked[] {
  const instant = timestampOf(now) ?? 0
  return records
    .map((record) => ({ record, score: ranker.score(scoredOf(record, sources), query, instant) }))
    .filter(({ score }) => query.text === '' || score.lexical > 0)
    .sort(byScore)
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

function byScore(a: Ranked, b: Ranked): number {
  return (
    b.score.total - a.score.total ||
    (timestampOf(b.record.facts.updated) ?? 0) - (timestampOf(a.record.facts.updated) ?? 0) ||
    compareText(a.record.id, b.record.id) ||
    compareText(a.record.path, b.record.path)
  )
}
