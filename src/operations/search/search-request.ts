import { crc32 } from 'node:zlib'
import type { KeptIndex, SearchFiles } from '../../cache/search-files.ts'
import type { Item } from '../../core/document.ts'
import type { JsonObject } from '../../core/json.ts'
import { type LineStarts, lineStarts } from '../../core/text.ts'
import { indexFromBytes, type ReadIndex } from '../../retrieval/index-bytes.ts'
import { joinIndexes } from '../../retrieval/join-indexes.ts'
import type { SearchIndex } from '../../retrieval/search-index.ts'

/** The most results where a call says nothing else. */
export const LIMIT = 10
/** Characters of a query. */
export const MOST_QUERY = 10_000

/** Which memory is searched. */
export type SearchRequest = {
  readonly cwd: string
  readonly config?: string | undefined
  /** What earlier searches know is used, and kept for later ones. */
  readonly cache: boolean
  readonly today: string
  /** Settings for this call alone, over those of the repository. */
  readonly settings?: JsonObject | undefined
  /** What a long-lived process remembers between its calls. */
  readonly recent?: { readonly search: RecentSearch } | undefined
}

/** The index of the last search of this process. */
export type RecentSearch = { last: SearchedIndex | null }

/** The index of all that is remembered, with what it shows of each item. */
export type SearchedIndex = {
  readonly digest: string
  /** What it is joined of, by name. */
  readonly segments: ReadonlyMap<string, ReadIndex>
  readonly index: SearchIndex
  readonly cardAt: (place: number) => Card
  readonly unreadable: readonly string[]
}

/** One thing that is remembered, as a search shows it. Every text of it is untrusted. */
export type Card = ItemRange & {
  readonly layout: string
  readonly kind: string
  /** Where the memory gives it one. */
  readonly id?: string
  readonly path: string
  /** Its text is the whole file, with what is above its line. */
  readonly isWhole?: true
  /** Where all of a divided item is, both ends included, and how many characters it has: this is one section of it. */
  readonly whole?: { readonly line: number; readonly endLine: number; readonly length: number }
  /** A sentence goes on behind it, in the next section. */
  readonly goesOn?: true
  readonly title: string
  /** What is shown of it in place of its lines, which are marks of a format. */
  readonly says?: string
  /** Names its title and text. */
  readonly digest: string
  /** Another one means that its text was changed since. */
  readonly mark: number
  readonly tags?: readonly string[]
  /** The day that it is of, `YYYY-MM-DD`. */
  readonly day?: string
  /** It is meant to be true now. */
  readonly living?: true
  /** What took its place: ids, or paths. */
  readonly by?: readonly string[]
}

/** The index of exactly that memory, from this process or an earlier one. */
export function readIndex(
  digest: string,
  files: SearchFiles | null,
  { recent }: SearchRequest,
): SearchedIndex | null {
  if (recent?.search.last?.digest === digest) return recent.search.last
  const kept = files?.getIndex()
  if (kept?.digest !== digest) return null
  const segments = new Map<string, ReadIndex>()
  for (const name of kept.segments) {
    const segment = readSegment(name, files, recent)
    if (!segment) return null
    segments.set(name, segment)
  }
  const read = searchedIndex(kept, segments)
  if (recent) recent.search.last = read
  return read
}

/** A segment that is known, as it was built. */
export function readSegment(
  name: string,
  files: SearchFiles | null,
  recent: SearchRequest['recent'],
): ReadIndex | null {
  const known = recent?.search.last?.segments.get(name)
  if (known) return known
  const bytes = files?.getSegment(name)
  return bytes ? indexFromBytes(bytes) : null
}

/** Joins the segments of an index. `segments`: in the order of the index. */
export function searchedIndex(
  { digest, aside, unreadable }: KeptIndex,
  segments: SearchedIndex['segments'],
): SearchedIndex {
  const { index, textAt } = joinIndexes([...segments.values()])
  const successors = new Map(aside)
  for (const place of successors.keys()) index.aside[place] = 1
  return {
    digest,
    segments,
    index,
    unreadable,
    cardAt: (place) => {
      const card = JSON.parse(textAt(place)) as Card
      const by = successors.get(place) ?? []
      return by.length > 0 ? { ...card, by } : card
    },
  }
}

/** What is kept of a text to notice that it was changed: a search that finds its index as it was loads no slower hash. */
export function textMark(text: string): number {
  return crc32(text)
}

/**
 * Where the text of an item is: from the beginning of its line, or its column, to where the next item begins, or where it is known
 * to end.
 */
export type ItemRange = {
  /** From 1. */
  readonly line: number
  /** Where something else may be before it on its line. */
  readonly column?: number
  /** Where it ends; absent where it is the last item of its file. */
  readonly endLine?: number
  readonly endColumn?: number
}

export function itemsInOrder(items: readonly Item[]): readonly Item[] {
  return [...items].sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column)
}

/**
 * The range of each item, in their order. No part of a line is in two of them, however many items are on it: only items of
 * one place have one text.
 */
export function rangesOf(items: readonly Item[]): readonly ItemRange[] {
  const begins: Begin[] = []
  for (const [i, { place }] of items.entries()) {
    const [last, above] = [items[i - 1]?.place, begins[i - 1]]
    const isBehind = last?.line === place.line
    if (above && isBehind && last.column === place.column) begins.push(above)
    else begins.push({ line: place.line, ...(isBehind && { column: place.column }) })
  }
  const ranges: ItemRange[] = []
  let [begin, next]: (Begin | undefined)[] = []
  for (const one of begins.toReversed()) {
    if (one !== begin) [begin, next] = [one, begin]
    ranges.push({
      ...one,
      ...(next && { endLine: next.line, ...(next.column !== undefined && { endColumn: next.column }) }),
    })
  }
  return ranges.reverse()
}

type Begin = { readonly line: number; readonly column?: number }

/** Reads ranges of a text, without the line end behind the last line. */
export function rangeReader(text: string): (range: ItemRange) => string {
  const starts = lineStarts(text)
  return ({ line, column = 1, endLine, endColumn = 1 }) =>
    text
      .slice(
        offsetOf(starts, line, column) ?? text.length,
        endLine === undefined ? text.length : offsetOf(starts, endLine, endColumn),
      )
      .replace(/(?:\r\n|\n|\r)$/, '')
}

function offsetOf(starts: LineStarts, line: number, column: number): number | undefined {
  const start = starts[line - 1]
  return start === undefined ? undefined : start + column - 1
}
