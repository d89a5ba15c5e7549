import type { Heading, Range } from '../../core/markdown.ts'
import { placeOf } from '../../core/place.ts'
import type { Line } from './line.ts'
import { headingDepth } from './line-kind.ts'
import { isSpace, type Lines, trimSpaces } from './outline.ts'

/** The heading that starts with `#` at `at` and runs to the end of its line. */
export function headingAt(lines: Lines, { at, end }: Pick<Line, 'at' | 'end'>, topLevel: boolean): Heading {
  const depth = headingDepth(lines.text, at)
  const text = headingText(lines.text, at + depth, end)
  return { start: at, end, depth, text, style: 'atx', topLevel, place: placeOf(lines.starts, at, end) }
}

/** The top-level heading that a line of `=` or `-` makes of the paragraph above it. */
export function underlinedHeading(lines: Lines, { start, end }: Range, underline: Line): Heading {
  return {
    start,
    end: underline.end,
    depth: lines.text.charAt(underline.at) === '=' ? 1 : 2,
    text: trimSpaces(lines.text.slice(start, end)),
    style: 'setext',
    topLevel: true,
    place: placeOf(lines.starts, start, underline.end),
  }
}

/** What stands between the opening marks and the closing ones, which must follow a space. */
function headingText(text: string, from: number, to: number): string {
  let start = from
  let end = to
  while (start < end && isSpace(text, start)) start++
  while (end > start && isSpace(text, end - 1)) end--
  let marks = end
  while (marks > start && text.charAt(marks - 1) === '#') marks--
  if (marks < end && (marks === start || isSpace(text, marks - 1))) {
    end = marks
    while (end > start && isSpace(text, end - 1)) end--
  }
  return text.slice(start, end)
}
