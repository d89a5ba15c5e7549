import type { Edit } from '../../src/core/edit.ts'
import { gapBehind, lineEndOf } from '../../src/formats/line-end.ts'
import type { ReadDocument } from '../reading/read-document.ts'

/** Where a section goes into a document, and how deep its heading is. */
export type SectionPlace = { readonly offset: number; readonly depth: number; readonly isLast: boolean }

/**
 * Behind the text under the title, before the first section; at the end of a document that is not built like that.
 * `last` asks for the end in any case.
 */
export function sectionPlace({ text, starts, markdown }: ReadDocument, last: boolean): SectionPlace {
  const headings = markdown.headings.filter(({ topLevel }) => topLevel)
  const [first, second] = headings
  const titles = headings.filter(({ depth }) => depth === 1).length
  const isTitled = first?.depth === 1 && titles === 1
  const depth = isTitled || !first ? 2 : Math.min(...headings.map((one) => one.depth))
  if (!isTitled || !second || last) return { offset: text.length, depth, isLast: true }
  return { offset: starts[second.place.line - 1] ?? second.start, depth, isLast: false }
}

/** The splice that sets a section in, with a blank line on both sides. */
export function sectionEdit({ text, markdown }: ReadDocument, place: SectionPlace, section: string): Edit {
  const eol = lineEndOf(text)
  const { offset } = place
  const before = text.slice(markdown.start, offset)
  const edit = { start: offset, end: offset }
  const gap = before.trim() === '' ? '' : gapBehind(before, eol)
  if (!place.isLast) return { ...edit, text: gap + section + eol + eol }
  const endsLine = before.trim() === '' || /[\r\n]$/.test(before)
  return { ...edit, text: gap + section + (endsLine ? eol : '') }
}
