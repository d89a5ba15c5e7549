import type { Source } from '../../../core/source.ts'
import { bm25Ranker } from '../../../retrieval/bm25.ts'
import { buildIndex, factsOf, type SearchItem } from '../../../retrieval/search-index.ts'
import { recordOf, textOf } from '../record.ts'
import type { KnownRecord } from '../store/known-records.ts'
import { byScore, type Ranked, type RecordRanker } from './rank.ts'

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
  const source = sources.get(path)
  return {
    id: String(place),
    path,
    fields: {
      title: summary,
      tags: [...tags, ...facts.entities],
      body: (source && textOf(recordOf(source), 'content')) ?? '',
    },
    date: facts.created,
  }
}
