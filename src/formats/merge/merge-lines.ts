import type { Sides } from '../../core/merge-sides.ts'
import { mostUsedBreak } from '../line-end.ts'

/** A stretch of a merge: what is taken, or what each side has where both changed it differently. */
type Stretch<T> = { readonly taken: readonly T[] } | Sides<readonly T[]>

/**
 * Merges two changes of one sequence, as texts are merged line by line: changes that overlap or touch, and differ,
 * stay apart. `keyOf` says what makes two elements the same.
 */
export function mergeSequences<T>(
  { base, ours, theirs }: Sides<readonly T[]>,
  keyOf: (element: T) => string,
): Stretch<T>[] {
  const keys = base.map(keyOf)
  const inOurs = commonLines(keys, ours.map(keyOf))
  const inTheirs = commonLines(keys, theirs.map(keyOf))
  const found: Stretch<T>[] = []
  let [b, o, t] = [0, 0, 0]
  while (b < base.length || o < ours.length || t < theirs.length) {
    const next = nextCommon(b, inOurs, inTheirs)
    const ends = { b: next, o: inOurs[next] ?? ours.length, t: inTheirs[next] ?? theirs.length }
    const apart = {
      base: base.slice(b, ends.b),
      ours: ours.slice(o, ends.o),
      theirs: theirs.slice(t, ends.t),
    }
    if (apart.base.length + apart.ours.length + apart.theirs.length > 0) found.push(resolved(apart, keyOf))
    const one = { base: base[next], ours: ours[ends.o], theirs: theirs[ends.t] }
    if (next < base.length) found.push({ taken: [chooseSide(one)?.taken ?? one.ours].filter(isThere) })
    ;[b, o, t] = [ends.b + 1, ends.o + 1, ends.t + 1]
  }
  return found
}

function isThere<T>(element: T | undefined): element is T {
  return element !== undefined
}

/** The next element of the base that both sides still have; the base's length when there is none. */
function nextCommon(from: number, inOurs: Int32Array, inTheirs: Int32Array): number {
  let at = from
  while (at < inOurs.length && ((inOurs[at] ?? -1) < 0 || (inTheirs[at] ?? -1) < 0)) at++
  return at
}

function resolved<T>(apart: Sides<readonly T[]>, keyOf: (element: T) => string): Stretch<T> {
  const isSame = (a: readonly T[], b: readonly T[]): boolean =>
    a.length === b.length && a.every((element, i) => keyOf(element) === keyOf(b[i] as T))
  return chooseSide(apart, isSame) ?? apart
}

/** Up to this many comparisons the longest common subsequence is computed; above, only lines that occur once lead. */
const MOST_CELLS = 1_000_000

/** Where each line of one text is in another: ascending indexes, and -1 for a line that the other does not have. */
export function commonLines(a: readonly string[], b: readonly string[]): Int32Array {
  const found = new Int32Array(a.length).fill(-1)
  match({ a, b, found }, { start: 0, end: a.length }, { start: 0, end: b.length })
  return found
}

type Span = { readonly start: number; readonly end: number }
type Pair = { readonly a: readonly string[]; readonly b: readonly string[]; readonly found: Int32Array }

function match(pair: Pair, x: Span, y: Span): void {
  const { a, b, found } = pair
  let { start, end } = x
  let from = y.start
  let to = y.end
  while (start < end && from < to && a[start] === b[from]) found[start++] = from++
  while (start < end && from < to && a[end - 1] === b[to - 1]) found[--end] = --to
  if (start === end || from === to) return
  const left = { start, end }
  const right = { start: from, end: to }
  if ((end - start) * (to - from) <= MOST_CELLS) matchAll(pair, left, right)
  else matchBetween(pair, left, right)
}

/** The longest common subsequence. */
function matchAll({ a, b, found }: Pair, x: Span, y: Span): void {
  const width = y.end - y.start + 1
  const lengths = new Uint32Array((x.end - x.start + 1) * width)
  const at = (i: number, j: number): number => lengths[(i - x.start) * width + (j - y.start)] ?? 0
  for (let i = x.end - 1; i >= x.start; i--) {
    for (let j = y.end - 1; j >= y.start; j--) {
      lengths[(i - x.start) * width + (j - y.start)] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  for (let i = x.start, j = y.start; i < x.end && j < y.end; ) {
    if (a[i] === b[j]) found[i++] = j++
    else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
}

/** Lines that occur once on each side, as far as their order agrees, cut a large text into smaller ones. */
function matchBetween(pair: Pair, x: Span, y: Span): void {
  const anchors = ascending(uniquePairs(pair, x, y))
  if (anchors.length === 0) return
  let start = x.start
  let from = y.start
  for (const [i, j] of [...anchors, [x.end, y.end] as const]) {
    match(pair, { start, end: i }, { start: from, end: j })
    if (i < x.end) pair.found[i] = j
    start = i + 1
    from = j + 1
  }
}

function uniquePairs({ a, b }: Pair, x: Span, y: Span): (readonly [number, number])[] {
  const left = uniqueIn(a, x)
  const right = uniqueIn(b, y)
  return [...left].flatMap(([line, i]) => {
    const j = right.get(line)
    return j === undefined ? [] : [[i, j] as const]
  })
}

function uniqueIn(lines: readonly string[], { start, end }: Span): ReadonlyMap<string, number> {
  const seen = new Map<string, number>()
  for (let i = start; i < end; i++) {
    const line = lines[i] ?? ''
    seen.set(line, seen.has(line) ? -1 : i)
  }
  return new Map([...seen].filter(([, i]) => i >= 0))
}

/** The longest run of pairs, ordered by their first number, in which the second numbers ascend too. */
function ascending(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const tails: number[] = []
  const before: number[] = []
  pairs.forEach(([, j], index) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < j) low = middle + 1
      else high = middle
    }
    before[index] = tails[low - 1] ?? -1
    tails[low] = index
  })
  const found: (readonly [number, number])[] = []
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index]
    if (pair) found.push(pair)
  }
  return found.reverse()
}

/**
 * What a merge takes where at most one side changed the base, or both did alike; null where they differ. Of values
 * that are the same without being identical, such as lines that differ in their break, a changed one is taken.
 */
export function chooseSide<T>(
  { base, ours, theirs }: Sides<T>,
  isSame: (a: T, b: T) => boolean = Object.is,
): { readonly taken: T } | null {
  if (isSame(ours, theirs)) return { taken: Object.is(ours, base) ? theirs : ours }
  if (isSame(ours, base)) return { taken: theirs }
  return isSame(theirs, base) ? { taken: ours } : null
}

/** A merged text, as it is written, and as it would be with every conflict resolved to one side. */
export type MergedLines = Record<'text' | 'ours' | 'theirs', string> & { readonly conflicts: number }

/** Merges texts line by line; lines that differ in their break alone are the same. */
export function mergeLines({ base, ours, theirs }: Sides<string>, marks: Marks): MergedLines {
  const sides = { base: linesOf(base), ours: linesOf(ours), theirs: linesOf(theirs) }
  const stretches = mergeSequences(sides, withoutBreak)
  const join = (show: (apart: Sides<readonly string[]>) => readonly string[]): string =>
    joined(
      stretches.flatMap((one) => ('taken' in one ? one.taken : show(one))),
      marks.lineBreak,
    )
  return {
    text: join((apart) => [
      conflictText(joined(apart.ours, marks.lineBreak), joined(apart.theirs, marks.lineBreak), marks),
    ]),
    ours: join((apart) => apart.ours),
    theirs: join((apart) => apart.theirs),
    conflicts: stretches.filter(isApart).length,
  }
}

/** The lines of a text, each with its break. */
function linesOf(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? []
}

/** A line without its break. */
function withoutBreak(line: string): string {
  return line.replace(/[\r\n]+$/, '')
}

function isApart(stretch: Stretch<string>): boolean {
  return !('taken' in stretch)
}

/** A last line without a break that is no longer the last one gets one. */
function joined(lines: readonly string[], lineBreak: string): string {
  const last = lines.length - 1
  return lines.map((line, i) => (i < last && !/[\r\n]$/.test(line) ? line + lineBreak : line)).join('')
}

/** How conflicts are written: the length of the marks that git asked for, and the file's line break. */
export type Marks = { readonly size: number; readonly lineBreak: string }

/** Both sides of a conflict between marks, a line break at the end. */
export function conflictText(ours: string, theirs: string, { size, lineBreak }: Marks): string {
  const mark = (sign: string, name: string): string => `${sign.repeat(size)}${name && ` ${name}`}${lineBreak}`
  const block = (text: string): string => (text === '' || /[\r\n]$/.test(text) ? text : text + lineBreak)
  return `${mark('<', 'ours')}${block(ours)}${mark('=', '')}${block(theirs)}${mark('>', 'theirs')}`
}

/**
 * Both sides of a text as one conflict, from the first line in which they differ to the last: for a merge that cannot
 * be trusted. Null for texts that do not differ.
 */
export function wholeConflict(ours: string, theirs: string, markSize: number): string | null {
  if (ours === theirs) return null
  const [left, right] = [linesOf(ours), linesOf(theirs)]
  const shorter = Math.min(left.length, right.length)
  let start = 0
  while (start < shorter && left[start] === right[start]) start++
  let end = 0
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end++
  const part = (lines: readonly string[]): string => lines.slice(start, lines.length - end).join('')
  const marks = { size: markSize, lineBreak: mostUsedBreak(ours, theirs) }
  return (
    left.slice(0, start).join('') +
    conflictText(part(left), part(right), marks) +
    left.slice(left.length - end).join('')
  )
}
