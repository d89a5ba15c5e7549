import { compareText, mostThat } from '../core/text.ts'
import { termsOf } from './terms.ts'

/** What is searched: one remembered thing, as plain data. */
export type SearchItem = {
  readonly id: string
  /** The file where it lies. */
  readonly path: string
  readonly fields: {
    readonly title?: string
    /** By what its file or its folder is called. */
    readonly name?: string
    readonly tags?: readonly string[]
    readonly body: string
  }
  /** What it is a part of, such as its log or its session; its path when absent. */
  readonly parent?: string
  /** Names the item among those of its file where this is one of its sections: of them a ranking has the best. */
  readonly sectionOf?: string
  /** The day that it is of. */
  readonly date?: string
  /** True for what is superseded or archived. */
  readonly isAside?: boolean
}

/** What the index needs of an item: no text. */
export type ItemFacts = {
  readonly id: string
  readonly path: string
  readonly parent?: string
  readonly sectionOf?: string
  readonly isAside?: true
  /** Of each field its terms, each as often as it occurs. */
  readonly terms: readonly [
    title: readonly string[],
    name: readonly string[],
    tags: readonly string[],
    body: readonly string[],
  ]
  /** True where a field is too long to be read to its end: what follows is not found. */
  readonly isCut?: true
}

/** The facts of an item. */
export function factsOf(item: SearchItem): ItemFacts {
  const { title = '', name = '', tags = [], body } = item.fields
  const texts = [title, name, [...tags, item.date ?? ''].join('\n'), body].map(termsOf)
  const [titleTerms = [], nameTerms = [], tagTerms = [], bodyTerms = []] = texts.map(({ terms }) => terms)
  return {
    id: item.id,
    path: item.path,
    ...(item.parent !== undefined && item.parent !== item.path && { parent: item.parent }),
    ...(item.sectionOf !== undefined && { sectionOf: item.sectionOf }),
    ...(item.isAside && { isAside: true }),
    terms: [titleTerms, nameTerms, tagTerms, bodyTerms],
    ...(texts.some(({ isCut }) => isCut) && { isCut: true }),
  }
}

/** Before a term that a title or a name has: no text has the character in a word, and all other terms sort behind it. */
const OF_TITLE = '\u0001'

/** By this an index lists the items whose title or name has a term. */
export function titleTerm(term: string): string {
  return `${OF_TITLE}${term}`
}

/** Everything a query needs: numbers by the place of an item. Places are in order of paths, then of ids, in code units. */
export type SearchIndex = {
  /** How many items there are; of one that is divided each section counts. */
  readonly size: number
  /** The number of the item that each place is, or is a section of. */
  readonly itemOf: Uint32Array
  /** 1 for what is superseded or archived. */
  readonly aside: Uint8Array
  /** How many terms each item has. */
  readonly lengths: Uint32Array
  /** The number of each item's parent. */
  readonly parentOf: Uint32Array
  /** How many terms the items of each parent have together. */
  readonly parentLengths: Uint32Array
  /** The items that have a term, in order of places: one list, or one of each index that is joined. None for a term that no item has. */
  readonly listsOf: (term: string) => readonly TermList[]
  /** The terms that begin so, each with how many items have it. Joined indexes give a term once each. */
  readonly termsFrom: (start: string) => Iterable<{ readonly term: string; readonly having: number }>
}

/** Some items that have a term, ascending, and how often each has it. */
export type TermList = {
  /** The place of an item is this and its number here. */
  readonly from: number
  readonly places: Uint32Array | Uint16Array
  readonly counts: Uint16Array | Uint8Array
}

/** An index that knows what its items are called. */
export type NamedIndex = SearchIndex & {
  readonly itemAt: (place: number) => { readonly id: string; readonly path: string }
}

/** An index with what it was built from. */
export type BuiltIndex = NamedIndex & {
  /** By place. */
  readonly items: readonly ItemFacts[]
  /** By number, in order of code units. */
  readonly terms: readonly string[]
  readonly postings: Postings
}

/**
 * Builds the index: a term has one frequency over all fields, against one length, and another one over title and name. It needs no
 * texts, and does not depend on the order of the items.
 */
export function buildIndex(given: readonly ItemFacts[]): BuiltIndex {
  const items = [...given].sort((a, b) => compareText(a.path, b.path) || compareText(a.id, b.id))
  const { terms, counts } = countTerms(items)
  const itemOf = new Uint32Array(items.length)
  for (let place = 1; place < items.length; place++) {
    itemOf[place] = (itemOf[place - 1] ?? 0) + (areOfOneItem(items[place - 1], items[place]) ? 0 : 1)
  }
  const parents = new Map<string, number>()
  const parentOf = Uint32Array.from(items, ({ parent, path }) => {
    const name = parent ?? path
    const number = parents.get(name) ?? parents.size
    parents.set(name, number)
    return number
  })
  const ofTitles = mostThat(terms.length, (before) => (terms[before - 1] ?? '').startsWith(OF_TITLE))
  const lengths = new Uint32Array(items.length)
  const parentLengths = new Uint32Array(parents.size)
  for (const [place, parent] of parentOf.entries()) {
    let length = 0
    for (let at = counts.starts[place] ?? 0; at < (counts.starts[place + 1] ?? 0); at++)
      if ((counts.terms[at] ?? 0) >= ofTitles) length += counts.counts[at] ?? 0
    lengths[place] = length
    parentLengths[parent] = (parentLengths[parent] ?? 0) + length
  }
  const postings = postingsOf(counts)
  return {
    size: items.length,
    itemOf,
    items,
    itemAt: (place) => items[place] ?? { id: '', path: '' },
    aside: Uint8Array.from(items, ({ isAside }) => Number(isAside ?? false)),
    lengths,
    parentOf,
    parentLengths,
    postings,
    terms,
    ...termLookup(postings, (number) => terms[number] ?? ''),
  }
}

function areOfOneItem(a: ItemFacts | undefined, b: ItemFacts | undefined): boolean {
  return a?.path === b?.path && a?.sectionOf !== undefined && a.sectionOf === b?.sectionOf
}

/** Repeated more often, a term says no more. */
const MOST_COUNT = 0xffff

/** Numbers the terms of all items in their order, and counts each once an item. */
function countTerms(items: readonly ItemFacts[]): {
  readonly terms: readonly string[]
  readonly counts: Counts
} {
  const numberOf = new Map<string, number>()
  const starts = new Uint32Array(items.length + 1)
  let [terms, counts, size] = [new Uint32Array(1 << 16), new Uint16Array(1 << 16), 0]
  /** Where the item at hand has a term, by the term's number. */
  const placeOf: number[] = []
  items.forEach((item, place) => {
    const begin = size
    const addField = (field: readonly string[]): void => {
      for (const name of field) {
        let term = numberOf.get(name)
        if (term === undefined) {
          term = numberOf.size
          numberOf.set(name, term)
          placeOf.push(-1)
        }
        const known = placeOf[term] ?? -1
        if (known >= begin) {
          counts[known] = Math.min((counts[known] ?? 0) + 1, MOST_COUNT)
          continue
        }
        if (size === terms.length) [terms, counts] = [grown(terms), grown(counts)]
        placeOf[term] = size
        terms[size] = term
        counts[size++] = 1
      }
    }
    const [title, name] = item.terms
    for (const field of item.terms) addField(field)
    for (const field of [title, name]) addField(field.map(titleTerm))
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

function grown<Numbers extends Uint32Array | Uint16Array>(numbers: Numbers): Numbers {
  const larger =
    numbers instanceof Uint32Array ? new Uint32Array(numbers.length * 2) : new Uint16Array(numbers.length * 2)
  larger.set(numbers)
  return larger as Numbers
}

/** The terms of all items by number, with how often an item has them: flat, for there are millions. */
type Counts = {
  /** Where the terms of each item begin; one more at the end. */
  readonly starts: Uint32Array
  readonly terms: Uint32Array
  readonly counts: Uint16Array
  /** How many different terms there are. */
  readonly size: number
}

/** Of each term the items that have it, ascending, and how often. */
export type Postings = Pick<TermList, 'places' | 'counts'> & {
  /** Where the items of each term begin; one more at the end. */
  readonly starts: Uint32Array
}

/** Finds terms that are numbered in the order of their code units. */
export function termLookup(
  { starts, places, counts }: Postings,
  termAt: (number: number) => string,
): Pick<SearchIndex, 'listsOf' | 'termsFrom'> {
  const count = starts.length - 1
  const firstFrom = (start: string): number => mostThat(count, (before) => termAt(before - 1) < start)
  return {
    listsOf: (term) => {
      const number = firstFrom(term)
      if (number >= count || termAt(number) !== term) return []
      const [start, end] = [starts[number], starts[number + 1]]
      return [{ from: 0, places: places.subarray(start, end), counts: counts.subarray(start, end) }]
    },
    *termsFrom(start) {
      for (let number = firstFrom(start); number < count; number++) {
        const term = termAt(number)
        if (!term.startsWith(start)) return
        yield { term, having: (starts[number + 1] ?? 0) - (starts[number] ?? 0) }
      }
    },
  }
}

/** How many items have a term. */
export function havingOf({ listsOf }: Pick<SearchIndex, 'listsOf'>, term: string): number {
  return listsOf(term).reduce((sum, { places }) => sum + places.length, 0)
}

/** Turns counts round: from terms by item to items by term. */
function postingsOf(given: Counts): Postings {
  const items = given.starts.length - 1
  const starts = new Uint32Array(given.size + 1)
  for (const term of given.terms) starts[term + 1] = (starts[term + 1] ?? 0) + 1
  for (let term = 0; term < given.size; term++)
    starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0)
  const all = given.terms.length
  const [places, counts, next] = [new Uint32Array(all), new Uint16Array(all), starts.slice()]
  for (let item = 0; item < items; item++) {
    for (let from = given.starts[item] ?? 0; from < (given.starts[item + 1] ?? 0); from++) {
      const term = given.terms[from] ?? 0
      const at = next[term] ?? 0
      next[term] = at + 1
      places[at] = item
      counts[at] = given.counts[from] ?? 0
    }
  }
  return { starts, places, counts }
}

/** How much it says that an item has a term which `having` of all items have. */
export function idfOf(having: number, all: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5))
}
