import { compareText } from '../core/text.ts'
import { eachTerm, FIELDS, type Field, type ItemFacts } from './item-facts.ts'
import { type Counts, idfOf, type Postings, postingsOf } from './postings.ts'

/** How often a field's terms count, compared with the body's. */
export type Weights = { readonly [field in Field]: number }

const WEIGHTS: Weights = { title: 2, name: 2, tags: 1, body: 1 }

/** Everything a query needs: numbers by the place of an item. Places are in order of paths, then of ids, in code units. */
export type SearchIndex = {
  /** How many items there are. */
  readonly size: number
  readonly itemAt: (place: number) => { readonly id: string; readonly path: string }
  /** 1 for what is superseded or archived. */
  readonly aside: Uint8Array
  /** Tokens of each item's text. */
  readonly costs: Uint32Array
  /** The number of each item's parent. */
  readonly parentOf: Uint32Array
  readonly byItem: Postings
  /** The same as `byItem` where every item is its own parent. */
  readonly byParent: Postings
  /** How seldom each term is. */
  readonly idf: Float64Array
  /** The number of a term; -1 for one that no item has. */
  readonly numberOf: (term: string) => number
}

/** An index with what it was built from. */
export type BuiltIndex = SearchIndex & {
  /** By place. */
  readonly items: readonly ItemFacts[]
  /** By number, in order of code units. */
  readonly terms: readonly string[]
}

/**
 * Builds the index of BM25F: a term has one frequency, over all fields by weight, against one length. It needs no texts, and does
 * not depend on the order of the items.
 */
export function buildIndex(given: readonly ItemFacts[], weights: Weights = WEIGHTS): BuiltIndex {
  const items = [...given].sort((a, b) => compareText(a.path, b.path) || compareText(a.id, b.id))
  const { terms, counts } = countTerms(items, weights)
  const idf = new Float64Array(terms.length)
  for (const term of counts.terms) idf[term] = (idf[term] ?? 0) + 1
  for (const [term, having] of idf.entries()) idf[term] = idfOf(having, items.length)
  const parentOf = new Uint32Array(items.length)
  const children = new Map<string, number[]>()
  items.forEach(({ parent, path }, place) => {
    const siblings = children.get(parent ?? path)
    if (siblings) siblings.push(place)
    else children.set(parent ?? path, [place])
  })
  const groups = [...children.values()]
  for (const [parent, places] of groups.entries()) for (const place of places) parentOf[place] = parent
  const numbers = new Map(terms.map((term, number) => [term, number]))
  const byItem = postingsOf(
    counts,
    items.map((_, place) => [place]),
    idf,
  )
  return {
    size: items.length,
    items,
    itemAt: (place) => items[place] ?? { id: '', path: '' },
    aside: Uint8Array.from(items, ({ isAside }) => Number(isAside ?? false)),
    costs: Uint32Array.from(items, ({ cost }) => cost),
    parentOf,
    byItem,
    byParent: groups.length === items.length ? byItem : postingsOf(counts, groups, idf),
    idf,
    terms,
    numberOf: (term) => numbers.get(term) ?? -1,
  }
}

/** Numbers the terms of all items in their order, and counts each once an item. */
function countTerms(
  items: readonly ItemFacts[],
  weights: Weights,
): { readonly terms: readonly string[]; readonly counts: Counts } {
  const numberOf = new Map<string, number>()
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
    starts[place + 1] = size
  })
  const names = [...numberOf.keys()].sort(compareText)
  const ranks = new Uint32Array(names.length)
  for (const [rank, name] of names.entries()) ranks[numberOf.get(name) ?? 0] = rank
  return {
    terms: names,
    counts: {
      starts,
      terms: terms.subarray(0, size).map((term) => ranks[term] ?? 0),
      counts: counts.subarray(0, size),
      size: names.length,
    },
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
