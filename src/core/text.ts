/** A place in a text. Lines and columns start at 1; columns count UTF-16 units, as editors do. */
export type Place = {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
  /** The line of its end. */
  readonly endLine: number
  /** Behind its last character. */
  readonly endColumn: number
}

/** The place of a finding about a file as a whole. */
export const WHOLE_FILE: Place = { line: 1, column: 1, endLine: 1, endColumn: 1 }

/** The beginning of a line, which is from 1. */
export function lineAsPlace(line: number): Place {
  return { line, column: 1, endLine: line, endColumn: 1 }
}

/** Offsets at which each line of a text starts; a line ends at LF, CRLF or a lone CR, as in CommonMark. */
export type LineStarts = readonly number[]

/** Finds the start of every line of `text`. The first is always 0, so an empty text has one line. */
export function lineStarts(text: string): LineStarts {
  const starts = [0]
  if (!text.includes('\r')) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
    return starts
  }
  const breaks = /\r\n|\n|\r/g
  while (breaks.exec(text)) starts.push(breaks.lastIndex)
  return starts
}

/** Lines as an editor counts them: a line break at the very end starts no further line of text. */
export function lineCount(text: string, starts: LineStarts): number {
  if (text === '') return 0
  return starts.at(-1) === text.length ? starts.length - 1 : starts.length
}

/** Turns a range of offsets (UTF-16 units, end exclusive) into a place. */
export function placeOf(starts: LineStarts, start: number, end: number = start): Place {
  const first = lineAt(starts, start)
  const last = end === start ? first : lineAt(starts, end)
  return {
    line: first,
    column: start - (starts[first - 1] ?? 0) + 1,
    endLine: last,
    endColumn: end - (starts[last - 1] ?? 0) + 1,
  }
}

/** Where the line of an offset starts. */
export function lineStart(text: string, offset: number): number {
  if (offset === 0) return 0
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1
}

/** Where the line of an offset ends, without its line break, and where the next one starts. */
export function lineEnd(text: string, offset: number): { readonly end: number; readonly next: number } {
  const breaks = /\r\n|\n|\r/g
  breaks.lastIndex = offset
  const match = breaks.exec(text)
  return match ? { end: match.index, next: breaks.lastIndex } : { end: text.length, next: text.length }
}

/** Where the last text of a range ends: blanks and line breaks behind it are left out. */
export function trimmedEnd(text: string, start: number, end: number): number {
  let last = end
  while (last > start && ' \t\r\n'.includes(text.charAt(last - 1))) last -= 1
  return last
}

/** True for a range of blanks and line breaks. */
export function isBlankRange(text: string, start: number, end: number): boolean {
  return trimmedEnd(text, start, end) <= start
}

/** The number of the line, from 1, that holds `offset`. */
export function lineAt(starts: LineStarts, offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low + 1
}

/** One text replacement: UTF-16 offsets into the original text, end exclusive. */
export type Edit = {
  /** Where it begins: UTF-16 units from 0. */
  readonly start: number
  /** Behind the last character that goes. */
  readonly end: number
  /** What comes there instead. */
  readonly text: string
}

/**
 * Applies edits to a text. Edits are taken in order of their start; one that overlaps an earlier one is left out,
 * so that the caller checks again and applies it in the next round. Every character outside the edits stays.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const ordered = [...edits].sort((a, b) => a.start - b.start || a.end - b.end || compareText(a.text, b.text))
  let result = ''
  let done = 0
  let last: Edit | undefined
  for (const edit of ordered) {
    if (edit.start < done || (last?.start === edit.start && last.end === edit.end)) continue
    result += text.slice(done, edit.start) + edit.text
    done = edit.end
    last = edit
  }
  return result + text.slice(done)
}

/** Orders two strings by UTF-16 code unit, whatever the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** One splice of a file, by lines and columns: the text at the place is replaced. */
export type Replacement = { readonly place: Place; readonly text: string }

/**
 * Makes a value at the first question and keeps it: what is read from a cache, and patterns with character properties, because
 * making one takes up to a millisecond.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The same for each object that is asked about: what is made of one is kept as long as the object is. */
export function oncePer<Of extends object, T>(make: (of: Of) => T): (of: Of) => T {
  const made = new WeakMap<Of, { readonly value: T }>()
  return (of) => {
    const known = made.get(of)
    if (known) return known.value
    const value = make(of)
    made.set(of, { value })
    return value
  }
}

/** What has one key together: keys and what they have in the order given. */
export function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}

/** The highest number up to a limit for which a test holds that holds for lower ones as well; 0 for none. */
export function mostThat(limit: number, holds: (number: number) => boolean): number {
  let [low, high] = [0, limit]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** Each character with the next one; a character that is alone, by itself. Of a language without blanks they are as words. */
export function pairsOfCharacters(text: string): readonly string[] {
  const all = Array.from(text)
  return all.length < 2 ? all : all.slice(1).map((next, i) => `${all[i]}${next}`)
}
