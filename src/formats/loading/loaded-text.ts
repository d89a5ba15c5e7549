import type { Json } from '../../core/json.ts'
import type { Markdown, Source } from '../../core/source.ts'
import { type Place, placeOf } from '../../core/text.ts'

/** How long a text is, or how far from its start a place in it is, in every unit that vendors count. */
type Extent = { readonly lines: number; readonly characters: number; readonly bytes: number }

/** A heading or a line about a correction, and how far from the start it begins. */
export type Mark = Extent & {
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
  return {
    size: measure(text.length),
    marks: markdown ? marksOf(text, { starts, markdown, measure }) : [],
    items: markdown ? itemsOf(text, { markdown, measure }) : [],
  }
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

function marksOf(text: string, { starts, markdown, measure }: Measured): Mark[] {
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
    ...correctionsOf(text, { starts, markdown }).filter(({ place }) => !taken.has(place.line)),
  ].sort((a, b) => a.start - b.start)
  return found.slice(0, MOST_MARKS).map(({ start, end: _, ...mark }) => ({ ...mark, ...measure(start) }))
}

function correctionsOf(
  text: string,
  { starts, markdown }: Pick<Measured, 'starts' | 'markdown'>,
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

function itemsOf(
  text: string,
  { markdown, measure }: Pick<Measured, 'markdown' | 'measure'>,
): LoadedText['items'] {
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
