import type { Heading, Markdown, Range } from '../../core/markdown.ts'
import type { LineStarts } from '../../core/place.ts'
import { countBefore } from '../count-before.ts'
import { normaliseTitle } from '../normalise-title.ts'

/** Where a piece of a log starts, and what it is. */
export type Cut = {
  readonly start: number
  readonly kind: 'head' | 'entry' | 'section' | 'comment'
  readonly key: string
  readonly date: string | null
  /** It stands for an entry that was removed, and is another version of that entry. */
  readonly isTombstone?: boolean
}

/**
 * What stands at the end of a range and belongs to no entry: comments at the start of a line and, where `sections`
 * says so, headings of sections (`## 2026`), with nothing but blanks behind them. In source order.
 */
export function furnitureCuts(
  { text, markdown, starts }: { text: string; markdown: Markdown; starts: LineStarts },
  { start, end }: Range,
  sections: boolean,
): Cut[] {
  const cuts: Cut[] = []
  for (let at = end; ; ) {
    const heading = markdown.headings[countBefore(markdown.headings, at) - 1]
    const comment = markdown.comments[countBefore(markdown.comments, at) - 1]
    const isLast = (range: Range): boolean => range.start >= start && isBlank(text, range.end, at)
    if (sections && heading && isSection(heading) && isLast(heading)) {
      at = starts[heading.place.line - 1] ?? heading.start
      cuts.push({ start: at, kind: 'section', key: headingKey(heading), date: null })
    } else if (comment && isLast(comment)) {
      at = comment.start
      // Of several comments on one line the first stands at its start: they stay together.
      if (comment.place.column === 1) cuts.push({ start: at, kind: 'comment', key: '', date: null })
    } else return cuts.reverse()
  }
}

/** What makes two headings the same in two versions of a log. */
export function headingKey({ depth, text }: Heading): string {
  return `${'#'.repeat(depth)} ${normaliseTitle(text)}`
}

function isSection({ depth, style, topLevel }: Heading): boolean {
  return depth <= 2 && style === 'atx' && topLevel
}

function isBlank(text: string, start: number, end: number): boolean {
  return /^[ \t\r\n]*$/.test(text.slice(start, end))
}
