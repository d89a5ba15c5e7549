import { tombstoneKind } from '../core/changes/item-changes.ts'
import { isCalendarDate } from '../core/date.ts'
import { type Item, readStated, type Suppression } from '../core/document.ts'
import type { Comment, Data, Markdown, Range } from '../core/source.ts'
import { type LineStarts, lineAt, type Place, placeOf } from '../core/text.ts'
import { digest } from './hash.ts'

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
 * matter. `memkeep-disable` covers its own line to the end of the file; when only comments come before it
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

/** A comment in place of a removed entry: `<!-- memkeep-removed [2026-02-08] Title -- reason -->`. */
export type Tombstone = Range & {
  /** A real day; empty where the entry had none. */
  readonly date: string
  readonly title: string
  readonly reason: string
  readonly place: Place
}

/** A tombstone as an item: what it says is its reason, and no body that could be another item's. */
export function tombstoneItem({ date, title, reason, place }: Tombstone, kind: string, key: string): Item {
  const fields = { date: date || null, reason }
  return {
    kind: tombstoneKind(kind),
    key,
    title,
    place,
    digest: digest(reason),
    sketch: [],
    ...readStated(fields),
    fields,
  }
}

/** A comment that was meant as a tombstone and is none. */
export type TombstoneFault = { readonly place: Place; readonly message: string; readonly help: string }

/** How a tombstone is written. */
export const TOMBSTONE_FORM = '<!-- memkeep-removed [YYYY-MM-DD] Title -- reason -->'

/** The word that every tombstone starts with; another ending of it is a mistake to be reported. */
const TOMBSTONE = /^memkeep-removed(?![\w-])/i

const HELP = `Write it as \`${TOMBSTONE_FORM}\`, at the start of a line, in the place of the entry.`

/** The tombstones among the comments of a text, and those that are written otherwise; code holds none. */
export function readTombstones(
  { comments }: Markdown,
  { undated = false }: { readonly undated?: boolean } = {},
): {
  readonly tombstones: readonly Tombstone[]
  readonly faults: readonly TombstoneFault[]
} {
  const tombstones: Tombstone[] = []
  const faults: TombstoneFault[] = []
  for (const comment of comments) {
    const words = comment.text.trim().split(/\s+/).join(' ')
    if (!TOMBSTONE.test(words)) continue
    const read = readOne(words, comment, undated)
    if (typeof read === 'string') faults.push({ place: comment.place, message: read, help: HELP })
    else tombstones.push(read)
  }
  return { tombstones, faults }
}

/** The tombstone of a comment, or the message why it is none. */
function readOne(words: string, { start, end, place }: Comment, undated: boolean): Tombstone | string {
  if (!words.startsWith('memkeep-removed ')) {
    return '`memkeep-removed` is not in lower case with a blank behind it'
  }
  const rest = words.slice('memkeep-removed '.length)
  const [bracket = '', date = ''] = /^\[([^\]]*)\](?: |$)/.exec(rest) ?? []
  if (bracket === '' && !undated) return 'The tombstone has no date [YYYY-MM-DD]'
  if (bracket !== '' && !isCalendarDate(date)) {
    return `The date ${JSON.stringify(date)} of the tombstone is not a real day as YYYY-MM-DD`
  }
  const said = ` ${rest.slice(bracket.length)} `
  const dashes = said.indexOf(' -- ')
  const title = (dashes < 0 ? said : said.slice(0, dashes)).trim()
  const reason = dashes < 0 ? '' : said.slice(dashes + ' -- '.length).trim()
  if (title === '') return 'The tombstone has no title'
  // The form is shown with that word.
  if (reason === '' || /^reason$/i.test(reason)) return 'The tombstone has no reason after ` -- `'
  if (place.column !== 1) return 'The tombstone is not at the start of a line'
  return { start, end, place, date, title, reason }
}
