import type { Json } from '../core/json.ts'
import type { LoadedFile, Loading, LoadStanding, LoadUnit } from '../core/memory-overview.ts'
import type { Markdown, Source } from '../core/source.ts'
import { type Place, placeOf } from '../core/text.ts'

/** How a text that is too long is cut. */
type LoadCut = {
  readonly unit: LoadUnit
  /** What is kept of it: its beginning, or its beginning and its end in these shares of the limit. */
  readonly keeps: 'start' | { readonly start: number; readonly end: number }
}

/** What a vendor reads of what it loads, and how that is known. */
export type LoadLimit = LoadCut & {
  readonly most: number
  readonly standing: LoadStanding
  /** Where the number is from, for people. */
  readonly source: string
  /** When it was last looked up: `YYYY-MM`. */
  readonly asOf: string
}

/** How long a text is, or how far from its start a place in it is, in every unit that vendors count. */
type Extent = { readonly lines: number; readonly characters: number; readonly bytes: number }

/** A heading or a line about a correction, and how far from the start it begins. */
type Mark = Extent & {
  readonly what: 'heading' | 'correction'
  /** In one line, cut where it is long. */
  readonly text: string
  readonly place: Place
}

/** What is known of a text that a model loads: its size, and where what people miss begins. */
export type LoadedText = {
  readonly size: Extent
  /** In order of places. */
  readonly marks: readonly Mark[]
  /** Characters from the start to each list item at the top level, with the line and the bytes: `[line, characters, bytes]`. */
  readonly items: readonly (readonly [line: number, characters: number, bytes: number])[]
}

/** Lines that take back what was said before. */
const CORRECTION =
  /\b(?:correction|corrected|supersed(?:es|ed)|no longer|(?:is|was|were) wrong|outdated|deprecated)\b/i

/** Marks of a text are at most so many: a model loads no text that has more. */
const MOST_MARKS = 5000

const TEXT_LENGTH = 80

/** Measures a parsed file and finds its headings, list items and corrections. */
export function readLoadedText({ text, starts, markdown }: Source): LoadedText {
  const measure = measureFrom(text, starts)
  const size = measure(text.length)
  if (!markdown) return { size, marks: [], items: [] }
  const measured = { starts, markdown, measure }
  return { size, marks: marksOf(text, measured), items: itemsOf(text, measured) }
}

type Measured = {
  readonly starts: readonly number[]
  readonly markdown: Markdown
  readonly measure: (offset: number) => Extent
}

/** Offsets have to come in ascending order: each byte is counted once. */
function measureFrom(text: string, starts: readonly number[]): (offset: number) => Extent {
  let at = 0
  let bytes = 0
  let line = 0
  return (offset) => {
    if (offset < at) {
      at = 0
      bytes = 0
      line = 0
    }
    bytes += utf8Length(text, at, offset)
    at = offset
    while (line + 1 < starts.length && (starts[line + 1] ?? 0) <= offset) line++
    const isWhole = offset === text.length && starts[line] !== offset
    return { lines: isWhole ? line + 1 : line, characters: offset, bytes }
  }
}

/** Bytes of a part of a text in UTF-8. */
function utf8Length(text: string, from: number, to: number): number {
  let bytes = 0
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i)
    // Each half of a pair is two of its four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit & 0xf800) === 0xd800 ? 2 : 3
  }
  return bytes
}

function marksOf(text: string, measured: Measured): Mark[] {
  const { markdown, measure } = measured
  const headings = markdown.headings.filter(({ topLevel }) => topLevel)
  const taken = new Set(headings.map(({ place }) => place.line))
  const found = [
    ...headings.map(({ start, end, text: title, depth, place }) => ({
      start,
      end,
      what: 'heading' as const,
      text: shortened(`${'#'.repeat(depth)} ${title}`),
      place,
    })),
    ...correctionsOf(text, measured).filter(({ place }) => !taken.has(place.line)),
  ].sort((a, b) => a.start - b.start)
  return found.slice(0, MOST_MARKS).map(({ start, end: _, ...mark }) => ({ ...mark, ...measure(start) }))
}

function correctionsOf(
  text: string,
  { starts, markdown }: Measured,
): { start: number; end: number; what: 'correction'; text: string; place: Place }[] {
  const code = markdown.blocks.filter(({ type }) => type === 'fence' || type === 'indented-code')
  return starts.flatMap((start, i) => {
    if (start < markdown.start) return []
    const end = starts[i + 1] ?? text.length
    const line = text.slice(start, end).trim()
    if (!CORRECTION.test(line) || code.some((one) => one.start < end && start < one.end)) return []
    const what = 'correction' as const
    return [{ start, end, what, text: shortened(line), place: placeOf(starts, start, end) }]
  })
}

/** A list item at the top level starts a line. */
const ITEM = /^(?:[-*+]|\d{1,9}[.)])[ \t]/gm

function itemsOf(text: string, { markdown, measure }: Measured): LoadedText['items'] {
  const lists = markdown.blocks.filter(({ type }) => type === 'list')
  const found: [number, number, number][] = []
  for (const { start, end } of lists) {
    for (const { index } of text.slice(start, end).matchAll(ITEM)) {
      if (found.length === MOST_MARKS) return found
      const { lines, characters, bytes } = measure(start + index)
      found.push([lines, characters, bytes])
    }
  }
  return found
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > TEXT_LENGTH ? `${line.slice(0, TEXT_LENGTH)}…` : line
}

/** What was measured, from the facts of a document; null where it was not read. */
export function loadedTextOf(facts: Json): LoadedText | null {
  const { loaded = null } = (facts ?? {}) as { readonly loaded?: LoadedText | null }
  return loaded
}

/** What a model does not see of a text, in the order of the text. */
export type LostPart = {
  /** Units of the text that are not loaded. */
  readonly size: number
  /** Where it begins: the line, from 1, or where lines are not counted that of the last heading or list item before it. */
  readonly line: number
  /** Headings of it; the first may be the section that is cut in two. */
  readonly headings: readonly Mark[]
  /** List items at the top level. */
  readonly items: number
  /** Lines that take something back, while what they correct may be loaded. */
  readonly corrections: readonly Mark[]
}

/** How much of a text a limit leaves when `most` units of its unit are free: its start, and from where on its end. */
type Kept = { readonly until: number; readonly from: number }

/**
 * What is lost of a text when a model loads so many units of it; null when it loads all. `most` is what is left of the limit: less
 * than all of it where several texts share it.
 */
export function lostPart(text: LoadedText, { unit, keeps }: LoadCut, most: number): LostPart | null {
  const all = text.size[unit]
  if (all <= most) return null
  const kept = keptOf(all, keeps, Math.max(most, 0))
  const isLost = (at: number): boolean => at >= kept.until && at < kept.from
  const position = positionIn(unit)
  const marks = text.marks.filter((mark) => isLost(position(mark)))
  return {
    size: kept.from - kept.until,
    line: lineOfCut(text, unit, kept.until),
    headings: marks.filter(({ what }) => what === 'heading'),
    items: text.items.filter((item) => isLost(item[ITEM_COLUMN[unit]])).length,
    corrections: marks.filter(({ what }) => what === 'correction'),
  }
}

const ITEM_COLUMN = { lines: 0, characters: 1, bytes: 2 } as const

function keptOf(all: number, keeps: LoadLimit['keeps'], most: number): Kept {
  if (keeps === 'start') return { until: most, from: all }
  const until = Math.floor(most * keeps.start)
  return { until, from: all - Math.floor(most * keeps.end) }
}

function positionIn(unit: LoadUnit): (mark: Mark) => number {
  return (mark) => mark[unit]
}

/** The last known line before the cut, where lines are not what is counted. */
function lineOfCut({ marks, items }: LoadedText, unit: LoadUnit, until: number): number {
  if (unit === 'lines') return until + 1
  const before = [
    ...marks.filter((mark) => mark[unit] <= until).map(({ lines }) => lines),
    ...items.filter((item) => item[ITEM_COLUMN[unit]] <= until).map(([line]) => line),
  ]
  return Math.max(0, ...before) + 1
}

/** Headings or corrections that a message names. */
const NAMED = 3

/** What is lost, for people: `"## Testing", "## Release" and 3 more headings; 14 list items`. */
export function describeLost({ headings, items, corrections }: LostPart): string {
  const parts = [
    ...(headings.length > 0 ? [named(headings)] : []),
    ...(items > 0 ? [`${items} list ${items === 1 ? 'item' : 'items'}`] : []),
    ...(corrections.length > 0 ? [`a correction in line ${corrections[0]?.place.line}`] : []),
  ]
  return parts.length === 0 ? 'the end of a section' : parts.join('; ')
}

function named(headings: readonly Mark[]): string {
  const shown = headings.slice(0, NAMED).map(({ text }) => `"${text}"`)
  const more = headings.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more ${more === 1 ? 'heading' : 'headings'}` : ''}`
}

/** The share of a text's tokens that is loaded, where a part of it is lost. */
export function tokensLeft(tokens: number, size: number, lost: LostPart | null): number {
  return lost && size > 0 ? Math.round((tokens * (size - lost.size)) / size) : tokens
}

/** What is loaded together, as `Loading` has it, and the limit of all together; null without one. */
type Loaded = {
  readonly agent: string
  readonly name: string
  readonly session: string | null
  readonly files: readonly LoadedFile[]
  readonly unit: LoadUnit
  readonly limit: LoadLimit | null
}

/** What an agent loads, with the sum of its files' sizes. */
export function loadingOf({ limit, ...loaded }: Loaded): Loading {
  return {
    ...loaded,
    total: loaded.files.reduce((sum, { size }) => sum + (size ?? 0), 0),
    most: limit?.most ?? null,
    standing: limit?.standing ?? null,
    source: limit?.source ?? null,
    asOf: limit?.asOf ?? null,
  }
}
