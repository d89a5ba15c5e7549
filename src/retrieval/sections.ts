import { lineStarts } from '../core/text.ts'
import { beginsHere } from './sentences.ts'

/**
 * A text of more bytes in UTF-8 is divided; a section has about so many at most, and a heading begins one where the last has enough.
 * Four bytes are about a token in any script, and counted fifty times faster than tokens are estimated.
 */
const LONGEST = 2000
const MOST = 1600
const ENOUGH = 600

/** Whole lines of a text, from 0; the end is no part of it. */
export type LineRange = { readonly from: number; readonly to: number }

const FENCE = /^ {0,3}(```|~~~)/
const HEADING = /^ {0,3}#{1,6}(?=[ \t])[ \t]*(.*?)[ \t]*#*$/

/** The lines of a text, each with its line end. */
export function linesOf(text: string): readonly string[] {
  const starts = lineStarts(text)
  return [...starts].map((start, i) => text.slice(start, starts[i + 1]))
}

/** The text of a heading of Markdown; null for any other line. */
export function headingOf(line: string): string | null {
  return HEADING.exec(line.trimEnd())?.[1] ?? null
}

/** Of each line of Markdown, the text of its heading or null, and whether it opens a fence. In a fence no line is a heading. */
export function marksOf(
  lines: readonly string[],
): readonly { readonly heading: string | null; readonly opensFence: boolean }[] {
  let isInFence = false
  return lines.map((line) => {
    const isFence = FENCE.test(line)
    const mark = { heading: isInFence ? null : headingOf(line), opensFence: isFence && !isInFence }
    if (isFence) isInFence = !isInFence
    return mark
  })
}

/**
 * The sections of a long text: it is divided at headings, then between paragraphs, then between lines where a sentence begins. A heading stays with
 * the text below it. Together they are all of its lines; one for a text that is not long.
 */
export function sectionsOf(text: string, isMarkdown: boolean): readonly LineRange[] {
  const lines = linesOf(text)
  if (sizeOf(text) <= LONGEST) return [{ from: 0, to: lines.length }]
  const sections: LineRange[] = []
  let [from, size] = [0, 0]
  for (const block of blocksOf(lines, isMarkdown)) {
    const isFull = size + block.size > MOST || (block.isHeading && size >= ENOUGH)
    if (isFull && block.from > from) {
      sections.push({ from, to: block.from })
      ;[from, size] = [block.from, 0]
    }
    size += block.size
  }
  return [...sections, { from, to: lines.length }]
}

type Block = { readonly from: number; readonly isHeading: boolean; size: number }

function sizeOf(text: string): number {
  return Buffer.byteLength(text)
}

/** Paragraphs, each with the headings above it, which are never alone; a long one in parts of whole lines. */
function blocksOf(lines: readonly string[], isMarkdown: boolean): readonly Block[] {
  const blocks: Block[] = []
  let [isInFence, isBehindBlank, isOpen] = [false, true, false]
  for (const [from, line] of lines.entries()) {
    const size = sizeOf(line)
    const isFence = isMarkdown && FENCE.test(line)
    const opensFence = isFence && !isInFence
    const isHeading = isMarkdown && !isInFence && headingOf(line) !== null
    const last = blocks.at(-1)
    const begins = isHeading ? !isOpen : isBehindBlank && !isInFence && !isOpen
    if (!last || begins) blocks.push({ from, isHeading, size })
    else if (!isOpen && last.size + size > MOST) blocks.push(takeEnd(last, lines, { from, isHeading, size }))
    else last.size += size
    const isBlank = line.trim() === ''
    if (isFence) isInFence = !isInFence
    // Nothing but headings and the beginning of code so far: what follows belongs to them.
    if (isHeading) isOpen = true
    else if (!isBlank && !opensFence) isOpen = false
    isBehindBlank = isBlank
  }
  return blocks
}

/** The next part of a long paragraph: with what is above its line of the sentence that goes on there, where both parts have enough. */
function takeEnd(last: Block, lines: readonly string[], next: Block): Block {
  let more = 0
  for (let at = next.from; at > last.from; at--) {
    if (next.size + more > MOST || last.size - more < ENOUGH) break
    if (beginsHere(lines[at - 1], lines[at])) {
      last.size -= more
      return { ...next, from: at, size: next.size + more }
    }
    more += sizeOf(lines[at - 1] ?? '')
  }
  return next
}
