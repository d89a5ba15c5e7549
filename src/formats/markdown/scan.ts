import type { Range } from '../../core/markdown.ts'
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
