import type { Range } from '../../core/source.ts'
import { htmlEnd } from './html.ts'
import { isBlank, isBreak, type Line, lineKind, lineOf, listItem } from './line.ts'
import type { Lines, Outline } from './outline.ts'

/**
 * A part of the text whose facts only remark can give. `inline`: a paragraph, heading or closed block, complete in
 * itself. `block`: lines of unknown structure, up to the end of the text or to an unindented line that closes them.
 */
export type Zone = Range & { readonly type: 'inline' | 'block' }

/** A scan in progress: what is known so far, and what remark has to say. */
export type Scan = Lines & {
  readonly outline: Outline
  readonly zones: Zone[]
  /** Offsets, ascending, of all characters that inline content may need a parser for. */
  readonly doubts: readonly number[]
}

/**
 * Without one of these there is no link, image, autolink, HTML or definition: `](`, `]:`, and `<` before a character
 * that can follow it in a tag, a comment or an address.
 */
const DOUBT = /\](?=[(:])|<(?=[a-z\d/!?.#$%&'*+=^_`{|}~-])/gi

/** Finds the doubtful characters of a text. */
export function findDoubts(text: string, from: number): number[] {
  const doubts: number[] = []
  DOUBT.lastIndex = from
  for (let match = DOUBT.exec(text); match; match = DOUBT.exec(text)) doubts.push(match.index)
  return doubts
}

/** True when inline content in this range can hold nothing that the outline lists. */
export function isPlain({ doubts }: Scan, start: number, end: number): boolean {
  let low = 0
  let high = doubts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((doubts[middle] ?? 0) < start) low = middle + 1
    else high = middle
  }
  return (doubts[low] ?? end) >= end
}

/**
 * Where doubt begins inside a list: everything before this line is known, and lines indented by `column` or more are
 * in the open item, if there is one yet.
 */
type ListDoubt = { readonly index: number; readonly column: number | undefined }

/** No column is known to be inside an item. */
const UNKNOWN = Number.POSITIVE_INFINITY

/**
 * Leaves lines of unknown structure to remark, from the line `first` to the next one that is surely at the top
 * level: unindented, after a blank line, no list item or quote (remark ends an open fence elsewhere before a quote), and
 * nothing before it that could have opened a fence or HTML block around it. Gives the index of that line.
 */
export function scanDoubt(scan: Scan, first: number, inList?: ListDoubt): number {
  const { text, zones } = scan
  const start = lineOf(scan, first)?.start ?? text.length
  let column = inList ? (inList.column ?? 0) : UNKNOWN
  let afterBlank = false
  for (let index = inList?.index ?? first; ; index++) {
    const line = lineOf(scan, index)
    if (line && (afterBlank || column < UNKNOWN) && startsAfresh(text, line, afterBlank)) {
      zones.push({ start, end: line.start, type: 'block' })
      return index
    }
    if (!line || (line.indent < column && mayOpenLasting(text, line))) break
    afterBlank = isBlank(line)
    if (!afterBlank && column < UNKNOWN) column = columnAfter(text, line, column)
  }
  zones.push({ start, end: text.length, type: 'block' })
  return scan.starts.length
}

/** A line that goes on with the open item, or starts the next. */
function columnAfter(text: string, line: Line, column: number): number {
  if (line.indent >= column && column > 0) return column
  const isItem = line.indent < 4 && lineKind(text, line) === 'item'
  return (isItem ? listItem(text, line)?.content.indent : undefined) ?? UNKNOWN
}

/** Without a blank line before it, it must be something that no paragraph can go on with. */
function startsAfresh(text: string, line: Line, afterBlank: boolean): boolean {
  if (line.indent > 0 || isBlank(line)) return false
  const kind = lineKind(text, line)
  if (!afterBlank) return kind === 'heading' || kind === 'fence'
  if (kind === 'item' || kind === 'quote') return false
  return kind !== 'underline' || isBreak(text, line)
}

/** A fence, or an HTML block that blank lines do not end. */
function mayOpenLasting(text: string, line: Line): boolean {
  if (line.indent > 3 || isBlank(line)) return false
  return lineKind(text, line) === 'fence' || htmlEnd(text, line.at) !== null
}
