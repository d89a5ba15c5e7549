import { eachTerm, FIELDS, type Field, type ItemFacts } from './item-facts.ts'
import { type Counts, idfOf, type Postings, postingsOf } from './postings.ts'

/** How often a field's terms count, compared with the body's. */
export type Weights = { readonly [field in Field]: number }

const WEIGHTS: Weights = { title: 2, name: 2, tags: 1, body: 1 }

/** Everything a query needs. It is built from facts, without texts, and does not depend on their order. */
export type SearchIndex = {
  readonly items: readonly ItemFacts[]
  /** The number of each item's parent. */
  readonly parentOf: Uint32Array
  readonly byItem: Postings
  readonly byParent: Postings
  readonly numberOf: ReadonlyMap<string, number>
  /** How seldom each term is. */
  readonly idf: Float64Array
}

/** Builds the index of BM25F: a term has one frequency, over all fields by weight, against one length. */
export function buildIndex(items: readonly ItemFacts[], weights: Weights = WEIGHTS): SearchIndex {
  const numberOf = new Map<string, number>()
  const counts = countTerms(items, weights, numberOf)
  const idf = new Float64Array(counts.size)
  for (const term of counts.terms) idf[term] = (idf[term] ?? 0) + 1
  for (const [term, having] of idf.entries()) idf[term] = idfOf(having, items.length)
  const parentOf = new Uint32Array(items.length)
  const children = new Map<string, number[]>()
  const parents = new Map<string, number>()
  items.forEach(({ parent, path }, place) => {
    const name = parent ?? path
    const siblings = children.get(name)
    if (siblings) siblings.push(place)
    else children.set(name, [place])
    if (!parents.has(name)) parents.set(name, parents.size)
    parentOf[place] = parents.get(name) ?? 0
  })
  const byItem = postingsOf(
    counts,
    items.map((_, place) => [place]),
    idf,
  )
  return { items, parentOf, byItem, byParent: postingsOf(counts, [...children.values()], idf), numberOf, idf }
}

/** Numbers the terms of all items, and counts each once an item. */
function countTerms(items: readonly ItemFacts[], weights: Weights, numberOf: Map<string, number>): Counts {
  const starts = new Uint32Array(items.length + 1)
  let [terms, counts, size] = [new Uint32Array(1 << 16), new Float32Array(1 << 16), 0]
  /** Where the item at hand has a term, by the term's number. */
  const placeOf: number[] = []
  items.forEach((item, place) => {
    const begin = size
    const addField = (packed: string, weight: number): void => {
      eachTerm(packed, (name, count) => {
        let term = numberOf.get(name)
        if (term === undefined) {
          term = numberOf.size
          numberOf.set(name, term)
          placeOf.push(-1)
        }
        const known = placeOf[term] ?? -1
        if (known >= begin) {
          counts[known] = (counts[known] ?? 0) + count * weight
          return
        }
        if (size === terms.length) [terms, counts] = [grown(terms), grown(counts)]
        placeOf[term] = size
        terms[size] = term
        counts[size++] = count * weight
      })
    }
    FIELDS.forEach((field, i) => {
      if (weights[field] > 0) addField(item.terms[i] ?? '', weights[field])
    })
    if (item.pairs !== undefined) addField(item.pairs, weights.body)
    starts[place + 1] = size
  })
  return {
    starts,
    terms: terms.subarray(0, size),
    counts: counts.subarray(0, size),
    size: numberOf.size,
  }
}

function grown<Numbers extends Uint32Array | Float32Array>(numbers: Numbers): Numbers {
  const larger =
    numbers instanceof Uint32Array
      ? new Uint32Array(numbers.length * 2)
      : new Float32Array(numbers.length * 2)
  larger.set(numbers)
  return larger as Numbers
}
