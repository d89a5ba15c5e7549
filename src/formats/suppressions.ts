import type { Suppression } from '../core/document.ts'
import type { Markdown, Range } from '../core/markdown.ts'
import { type LineStarts, lineAt, placeOf } from '../core/place.ts'
import type { Data } from '../core/source.ts'
import { digest } from './hash.ts'
import { TOMBSTONE } from './tombstones.ts'

/** A comment of either format, without its marks. */
type Remark = Range & { readonly text: string }

type Lines = { readonly text: string; readonly starts: LineStarts; readonly tombstones?: boolean }

type Parsed = {
  readonly markdown: Markdown | null
  readonly data: Data | null
  /** The text is a log, in which tombstones are read. */
  readonly tombstones?: boolean
}

/** What is meant for memkeep; another ending than those of `FORM` (`-line`, `:`) is a mistake to be reported. */
const KEYWORD = /^memkeep-\S{0,40}/
const FORM = /^memkeep-disable(-next-line)?(?=\s|$)/

/**
 * The suppression comments of a text, in source order: HTML comments of Markdown, `#` comments of YAML and of front
 * matter. `memkeep-disable` covers its own line to the end of the file; when nothing but comments stands before it
 * (in its format: a Markdown comment right after front matter counts) it covers the whole file, line 1 included.
 * `memkeep-disable-next-line` covers the line after the comment's last, and past blank lines the next one with text.
 * Tombstones are left out where the text may hold some. A comment with another `memkeep-…` keyword gets that keyword and no reason, so that it is reported, not obeyed.
 */
export function suppressionsOf(
  text: string,
  starts: LineStarts,
  { markdown, data, tombstones = false }: Parsed,
): Suppression[] {
  const lines = { text, starts }
  const marks = data?.comments.map((range) => yamlRemark(text, range)) ?? []
  const comments = markdown?.comments ?? []
  return [
    ...suppressionsIn(marks, lines, yamlStart(text)),
    ...suppressionsIn(comments, { ...lines, tombstones }, markdown?.start ?? 0),
  ]
}

function suppressionsIn(remarks: readonly Remark[], lines: Lines, top: number): Suppression[] {
  let leading = top
  return remarks.flatMap((remark) => {
    const isFirst = lines.text.slice(leading, remark.start).trim() === ''
    if (isFirst) leading = remark.end
    const suppression = suppressionOf(remark, lines, isFirst)
    return suppression ? [suppression] : []
  })
}

function suppressionOf(remark: Remark, lines: Lines, isFirst: boolean): Suppression | null {
  const words = remark.text.trim()
  const keyword = KEYWORD.exec(words)?.[0]
  if (keyword === undefined || (lines.tombstones && TOMBSTONE.test(words))) return null
  const form = FORM.exec(words)
  const [list = '', ...reason] = form ? `${words.slice(form[0].length)} `.split(/\s--\s/) : []
  const rules = list.split(/[\s,]+/).filter((rule) => rule !== '')
  const next = form?.[1] !== undefined
  const place = placeOf(lines.starts, remark.start, remark.end)
  const first = next ? place.endLine + 1 : isFirst ? 1 : place.line
  const lastLine = next ? nextLineWithText(lines, first) : lines.starts.length
  return {
    rules,
    reason: rules.length > 0 ? reason.join(' -- ').trim().replace(/\s+/g, ' ') : '',
    place,
    firstLine: first,
    lastLine,
    ...(next && { isNextLine: true as const }),
    anchor: digest(next ? lineText(lines, lastLine) : isFirst ? '' : lineAbove(lines, place.line)),
    ...(!form && { unknown: keyword }),
  }
}

function nextLineWithText({ text, starts }: Lines, line: number): number {
  const start = starts[line - 1]
  if (start === undefined) return line
  const blank = /^\s*/.exec(text.slice(start))?.[0].length ?? 0
  return start + blank === text.length ? line : lineAt(starts, start + blank)
}

function lineText({ text, starts }: Lines, line: number): string {
  return text.slice(starts[line - 1] ?? text.length, starts[line] ?? text.length).trim()
}

/** The nearest line with text above a line; empty for none. */
function lineAbove(lines: Lines, line: number): string {
  for (let above = line - 1; above > 0; above--) {
    const text = lineText(lines, above)
    if (text !== '') return text
  }
  return ''
}

function yamlRemark(text: string, { start, end }: Range): Remark {
  return { start, end, text: text.slice(start + 1, end) }
}

/** Where YAML may start with a comment: after a byte order mark and a line of `---`. */
function yamlStart(text: string): number {
  return /^\ufeff?(?:---[ \t]*(?:\r\n|\n|\r))?/.exec(text)?.[0].length ?? 0
}
