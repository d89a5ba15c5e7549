import { type BuiltIndex, type SearchIndex, type TermList, termLookup } from './search-index.ts'

/** An index that was read back: numbers are used where they lie, and only the texts that are asked for are decoded. */
export type ReadIndex = {
  readonly index: SearchIndex
  /** The text that was kept with an item. */
  readonly textAt: (place: number) => string
}

/** Numbers of 8 bytes may begin only there. */
const ALIGNMENT = 8

/** An index as bytes, with a text for each of its items, by place, and more behind them. In the byte order of the machine: it is a cache. */
export function indexToBytes(index: BuiltIndex, texts: readonly string[]): Uint8Array {
  const { aside, itemOf, lengths, parentOf, parentLengths, postings, terms } = index
  const { starts, places, counts } = postings
  const numbers = [
    aside,
    itemOf,
    lengths,
    parentOf,
    parentLengths,
    starts,
    smallPlaces(places, index),
    smallCounts(counts),
  ]
  const sections = [...numbers, ...packTexts(terms), ...packTexts(texts)]
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
  const sizes = new Uint32Array(bytes.buffer, bytes.byteOffset + Uint32Array.BYTES_PER_ELEMENT, count)
  let at = aligned((1 + count) * Uint32Array.BYTES_PER_ELEMENT)
  const sections = [...sizes].map((size) => {
    const section = bytes.subarray(at, at + size)
    at += aligned(size)
    return section
  })
  const section = (place: number): Uint8Array => sections[place] ?? new Uint8Array()
  const numbers = (place: number): Uint32Array => numbersIn(section(place), Uint32Array)
  const termAt = textsIn(numbers(8), section(9))
  const size = section(0).length
  const places = hasSmallPlaces(size) ? numbersIn(section(6), Uint16Array) : numbers(6)
  const counts = section(7).length === places.length ? section(7) : numbersIn(section(7), Uint16Array)
  const postings = { starts: numbers(5), places, counts }
  return {
    index: {
      size,
      aside: section(0),
      itemOf: numbers(1),
      lengths: numbers(2),
      parentOf: numbers(3),
      parentLengths: numbers(4),
      ...termLookup(postings, termAt),
    },
    textAt: textsIn(numbers(10), section(11)),
  }
}

/** True where half the bytes are enough for a place: places and counts are most of an index. */
function hasSmallPlaces(size: number): boolean {
  return size <= 1 << 16
}

function smallPlaces(places: TermList['places'], { size }: BuiltIndex): TermList['places'] {
  return hasSmallPlaces(size) ? Uint16Array.from(places) : places
}

/** Hardly a text repeats a word more often than a byte can count. */
function smallCounts(counts: TermList['counts']): TermList['counts'] {
  return counts.every((count) => count <= 0xff) ? Uint8Array.from(counts) : counts
}

/** Where each text ends, and all texts in UTF-8. */
function packTexts(texts: readonly string[]): readonly [Uint32Array, Uint8Array] {
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [i, text] of texts.entries()) ends[i] = end += Buffer.byteLength(text)
  const bytes = Buffer.from(texts.join(''))
  return [ends, bytes]
}

function textsIn(ends: Uint32Array, bytes: Uint8Array): (place: number) => string {
  const decoder = new TextDecoder()
  return (place) => decoder.decode(bytes.subarray(ends[place - 1] ?? 0, ends[place] ?? 0))
}

type Numbers<View> = {
  new (buffer: ArrayBufferLike, offset: number, length: number): View
  readonly BYTES_PER_ELEMENT: number
}

function numbersIn<View>({ buffer, byteOffset, byteLength }: Uint8Array, Kind: Numbers<View>): View {
  return new Kind(buffer, byteOffset, byteLength / Kind.BYTES_PER_ELEMENT)
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT
}
