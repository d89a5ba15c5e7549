import type { Postings } from './postings.ts'
import type { BuiltIndex, SearchIndex } from './search-index.ts'

/** An index that was read back: numbers are used where they lie, and only the texts that are asked for are decoded. */
export type ReadIndex = {
  /** It does not know what its items are called. */
  readonly index: Omit<SearchIndex, 'itemAt'>
  /** The text that was kept with an item. */
  readonly textAt: (place: number) => string
}

/** Numbers of 8 bytes may begin only there. */
const ALIGNMENT = 8

/** An index as bytes, with a text for each of its items, by place. In the byte order of the machine: it is a cache. */
export function indexToBytes(index: BuiltIndex, texts: readonly string[]): Uint8Array {
  const { aside, costs, parentOf, byItem, byParent, idf, terms } = index
  const parents = byParent === byItem ? [] : arraysOf(byParent)
  const sections = [
    aside,
    costs,
    parentOf,
    idf,
    ...packTexts(terms),
    ...packTexts(texts),
    ...arraysOf(byItem),
    ...parents,
  ]
  const head = new Uint32Array([sections.length, ...sections.map(({ byteLength }) => byteLength)])
  const all = [head, ...sections]
  const bytes = new Uint8Array(all.reduce((sum, { byteLength }) => sum + aligned(byteLength), 0))
  let at = 0
  for (const { buffer, byteOffset, byteLength } of all) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += aligned(byteLength)
  }
  return bytes
}

/** The index of such bytes, which begin at a multiple of 8 in their buffer. */
export function indexFromBytes(bytes: Uint8Array): ReadIndex {
  const [count = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 1)
  const lengths = new Uint32Array(bytes.buffer, bytes.byteOffset + Uint32Array.BYTES_PER_ELEMENT, count)
  let at = aligned((1 + count) * Uint32Array.BYTES_PER_ELEMENT)
  const sections = [...lengths].map((length) => {
    const section = bytes.subarray(at, at + length)
    at += aligned(length)
    return section
  })
  const section = (place: number): Uint8Array => sections[place] ?? new Uint8Array()
  const size = section(0).length
  const parentOf = wholeNumbers(section(2))
  const termEnds = wholeNumbers(section(4))
  const termAt = textsIn(termEnds, section(5))
  const byItem = postingsFrom(sections.slice(8, 11), size)
  const parents = (): number => parentOf.reduce((most, one) => Math.max(most, one + 1), 0)
  return {
    index: {
      size,
      aside: section(0),
      costs: wholeNumbers(section(1)),
      parentOf,
      byItem,
      byParent: count > 11 ? postingsFrom(sections.slice(11), parents()) : byItem,
      idf: numbersIn(section(3), Float64Array),
      numberOf: (term) => numberOf(term, termAt, termEnds.length),
    },
    textAt: textsIn(wholeNumbers(section(6)), section(7)),
  }
}

function arraysOf({ starts, places, scores }: Postings): readonly [Uint32Array, Uint32Array, Float32Array] {
  return [starts, places, scores]
}

function postingsFrom(sections: readonly Uint8Array[], size: number): Postings {
  const [starts = new Uint8Array(), places = starts, scores = starts] = sections
  return {
    size,
    starts: wholeNumbers(starts),
    places: wholeNumbers(places),
    scores: numbersIn(scores, Float32Array),
  }
}

/** Where each text ends, and all texts in UTF-8. */
function packTexts(texts: readonly string[]): readonly [Uint32Array, Uint8Array] {
  const encoder = new TextEncoder()
  const encoded = texts.map((text) => encoder.encode(text))
  const ends = new Uint32Array(texts.length)
  const bytes = new Uint8Array(encoded.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const [i, one] of encoded.entries()) {
    bytes.set(one, end)
    end += one.length
    ends[i] = end
  }
  return [ends, bytes]
}

function textsIn(ends: Uint32Array, bytes: Uint8Array): (place: number) => string {
  const decoder = new TextDecoder()
  return (place) => decoder.decode(bytes.subarray(ends[place - 1] ?? 0, ends[place] ?? 0))
}

/** Terms are in order of code units. */
function numberOf(term: string, termAt: (number: number) => string, count: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (termAt(middle) < term) low = middle + 1
    else high = middle
  }
  return low < count && termAt(low) === term ? low : -1
}

type Numbers<View> = {
  new (buffer: ArrayBufferLike, offset: number, length: number): View
  readonly BYTES_PER_ELEMENT: number
}

function numbersIn<View>({ buffer, byteOffset, byteLength }: Uint8Array, Kind: Numbers<View>): View {
  return new Kind(buffer, byteOffset, byteLength / Kind.BYTES_PER_ELEMENT)
}

function wholeNumbers(bytes: Uint8Array): Uint32Array {
  return numbersIn(bytes, Uint32Array)
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT
}
