import { isJsonObject } from '../../../../core/json.ts'
import type { Source } from '../../../../core/source.ts'
import { bm25Ranker } from '../../../../retrieval/bm25.ts'
import { buildIndex, factsOf, type SearchItem } from '../../../../retrieval/search-index.ts'
import { type ContextPart, namesIn } from './answer.ts'
import { textOf } from './request.ts'

/** Parts by how well they answer a query: the best first, and what does not answer it in the order that it came in. */
export type RankedParts = {
  readonly parts: readonly ContextPart[]
  /** Of those that answer it; a part without a score answers nothing of it. */
  readonly scores: ReadonlyMap<ContextPart, number>
  readonly notes: readonly string[]
}

/** Ranks parts of topics by the words of a query; equally good ones stay in their order. */
export function rankParts(
  parts: readonly ContextPart[],
  query: string,
  sources: ReadonlyMap<string, Source>,
): RankedParts {
  const index = buildIndex(parts.map((part, i) => factsOf(searchItem(part, i, sources))))
  const { hits, isWeak } = bm25Ranker(index, { limit: parts.length }).rank(query)
  const scores = new Map(
    hits.flatMap(({ id, score }) => {
      const part = parts[Number(id)]
      return part ? [[part, score] as const] : []
    }),
  )
  const ranked = [...parts].sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))
  return { parts: ranked, scores, notes: parts.length > 0 && isWeak ? [WEAK] : [] }
}

const WEAK =
  'Nothing of these topics in this scope answers the `query`: what is first only shares words with it.'

/** Entries are in the answer in full; of a document the whole file counts, where its summary alone is in the answer. */
function searchItem(
  { section, title, path, date, data }: ContextPart,
  place: number,
  sources: ReadonlyMap<string, Source>,
): SearchItem {
  const { content, description, category, tags } = isJsonObject(data) ? data : {}
  const isEntry = section === 'decisions' || section === 'lessons'
  const text = isEntry ? textOf(content) : (sources.get(path)?.text ?? textOf(description))
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
  return {
    id: String(place),
    path,
    fields: {
      title,
      ...(!isEntry && { name }),
      tags: [...namesIn(tags), textOf(category) ?? ''],
      body: text ?? '',
    },
    ...(date !== '' && { date }),
  }
}
