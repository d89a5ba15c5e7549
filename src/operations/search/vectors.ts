import { openVectorFile } from '../../cache/search-files.ts'
import { nearestVectors } from '../../retrieval/bm25.ts'
import type { SearchedMemory } from './open-search.ts'
import type { Card } from './search-request.ts'

/** The user's own endpoint for embeddings. */
export type Embedder = {
  /** Names what vectors depend on: endpoint, model, dimensions. */
  readonly model: string
  /** Asks for the vectors of texts; a failure is data. */
  readonly ask: (
    texts: readonly string[],
    options: {
      readonly signal?: AbortSignal | undefined
      /** Called with the vectors of each batch, from which text on. */
      readonly keep?: (from: number, vectors: readonly Float32Array[]) => void
    },
  ) => Promise<{ readonly vectors: readonly Float32Array[] } | { readonly detail: string }>
}

type Request = {
  readonly query: string
  readonly searched: SearchedMemory
  readonly signal?: AbortSignal | undefined
}

/** Models read no more of a text. In characters. */
const MOST_TEXT = 6000

/** As many of the closest items count. */
const MOST_NEAR = 100

/**
 * The items whose texts mean what a query means, by the vectors of a model. Vectors of items are kept by text, so a text is
 * sent once; those that have other dimensions than the query are of a model that was there before. Gives the reason where
 * there are none, and null when a text is no longer what the index was built from.
 */
export async function rankByVectors(
  { model, ask }: Embedder,
  { query, searched, signal }: Request,
): Promise<readonly number[] | { readonly failure: string } | null> {
  const { index, cardAt, gitDir } = searched
  const asked = await ask([query.slice(0, MOST_TEXT)], { signal })
  if ('detail' in asked) return { failure: asked.detail }
  const [vector = new Float32Array()] = asked.vectors
  const file = gitDir === null ? null : openVectorFile(gitDir, model)
  const known = new Map([...(file?.get() ?? [])].filter(([, { length }]) => length === vector.length))
  const cards = Array.from({ length: index.size }, (_, place) => cardAt(place))
  const open = new Map(cards.filter(({ digest }) => !known.has(digest)).map((card) => [card.digest, card]))
  if (open.size > 0) {
    const fresh = [...open.values()]
    const texts = await textsToSend(fresh, searched)
    if (!texts) return null
    const answer = await ask(texts, {
      signal,
      keep: (from, vectors) => {
        for (const [i, one] of vectors.entries()) {
          if (one.length === vector.length) known.set(fresh[from + i]?.digest ?? '', one)
        }
      },
    })
    const used = new Set(cards.map(({ digest }) => digest))
    if (known.size > 0) file?.put(new Map([...known].filter(([digest]) => used.has(digest))))
    if ('detail' in answer) return { failure: answer.detail }
  }
  const vectors = cards.map(({ digest }) => known.get(digest))
  if (!vectors.every((one) => one !== undefined)) {
    return { failure: 'the vectors of the query and of the memory differ in their dimensions' }
  }
  return nearestVectors(vector, vectors, MOST_NEAR)
}

async function textsToSend(
  cards: readonly Card[],
  { textsOf }: SearchedMemory,
): Promise<readonly string[] | null> {
  const texts = await textsOf(cards)
  return texts && cards.map(({ title }, i) => `${title}\n\n${texts[i] ?? ''}`.slice(0, MOST_TEXT))
}
