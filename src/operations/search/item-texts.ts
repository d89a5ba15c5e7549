import type { Item } from '../../core/document.ts'
import { type LineStarts, lineStarts } from '../../core/text.ts'

/** Where the text of an item is: from the beginning of its line, or its column, to where the next item begins. */
export type ItemRange = {
  /** From 1. */
  readonly line: number
  /** Where another item is before it on its line. */
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
