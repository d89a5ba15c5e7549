import { hash } from 'node:crypto'
import type { Document, Item } from '../../core/document.ts'
import { textList } from '../../core/json.ts'
import { factsOf, type ItemFacts } from '../../retrieval/search-index.ts'
import { headingOf, type LineRange, linesOf, marksOf, sectionsOf } from '../../retrieval/sections.ts'
import { goesOnIn } from '../../retrieval/sentences.ts'
import { type Card, type ItemRange, itemsInOrder, rangeReader, rangesOf, textMark } from './search-request.ts'
import { FRONT_MATTER, MARKDOWN } from './show-result.ts'

/** `item`: the place among the items of the document in their order; absent for text that is none. */
export type SearchedPart = { readonly item?: number; readonly facts: ItemFacts; readonly card: Card }

/**
 * Each item with the text from its place to the next one, and what is written above the first; a document with one item or none is
 * one thing as a whole, but for the only entry below a title: it begins where it would among others. Long ones are divided.
 */
export function partsOf(document: Document, text: string): readonly SearchedPart[] {
  const items = itemsInOrder(document.items)
  const [first = null, second] = items
  if (document.says || first?.says !== undefined) return saidParts(document, items, text)
  if (!second && !(first && isBelowTitle(first, document.path, text))) {
    const range = { line: first?.place.line ?? 1 }
    return sectionParts(document, first, { at: first ? 0 : -1, range, body: text, isWhole: true })
  }
  const read = rangeReader(text)
  const above = { line: 1, endLine: first?.place.line ?? 1 }
  return [
    ...(isSaying(read(above), document.path)
      ? sectionParts(document, null, { at: -1, range: above, body: read(above) })
      : []),
    ...rangesOf(items).flatMap((range, at) =>
      sectionParts(document, items[at] ?? null, { at, range, body: read(range) }),
    ),
  ]
}

/** Of a file whose lines are marks of a format: what it says, and what each of its items does. */
function saidParts(document: Document, items: readonly Item[], text: string): readonly SearchedPart[] {
  const read = rangeReader(text)
  const partSaying = (item: Item | null, at: number, { text, title, place: range }: Saying): SearchedPart =>
    partOf(document, item, {
      at,
      range,
      body: read(range),
      says: { title, text },
    })
  const { says } = document
  return [
    ...(says ? [partSaying(null, -1, says)] : []),
    ...items.map((item, at) => {
      const { title, place, says: said = { text: '', place } } = item
      return partSaying(item, at, { title, ...said })
    }),
  ]
}

type Saying = NonNullable<Document['says']>

/** True for Markdown with more than headings and lines that separate: in other formats what is above the items has no words of its own. */
function isSaying(text: string, path: string): boolean {
  const front = FRONT_MATTER.exec(text)?.[0] ?? ''
  return (
    MARKDOWN.test(path) &&
    (SENTENCE.test(front) ||
      linesOf(text.slice(front.length)).some(
        (line) => headingOf(line) === null && /[\p{L}\p{N}]/u.test(line),
      ))
  )
}

/** A field of front matter with several words, such as a description, but for names. */
const SENTENCE = /^(?!(?:title|name)\s*:)[\w-]+\s*:(?:\s+\S*\p{L}\S*){4}/mu

/** True for an item of Markdown with a heading above it. Fields above it, such as those of front matter, belong to it. */
function isBelowTitle({ place }: Item, path: string, text: string): boolean {
  if (!MARKDOWN.test(path)) return false
  return text.split(/\r\n|\n|\r/, place.line - 1).some((line) => /^ {0,3}#{1,6}[ \t]/.test(line))
}

/** `at`: the place among the items, below 0 for what is none. */
type Part = { readonly at: number; readonly range: ItemRange; readonly body: string; readonly isWhole?: true }

/** A part as one, or its sections, each with the lines that it has of the file. */
function sectionParts(document: Document, item: Item | null, part: Part): readonly SearchedPart[] {
  const { at, range, body, isWhole } = part
  const isMarkdown = MARKDOWN.test(document.path)
  const lines = linesOf(body)
  const headline = item || !isMarkdown ? undefined : headlineOf(lines)
  const sections = sectionsOf(body, isMarkdown)
  if (sections.length === 1) return [partOf(document, item, { ...part, headline })]
  const begin = isWhole ? 1 : range.line
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length
  const whole = { line: begin, endLine: begin + count - 1, length: body.length }
  return sections.map((section, number) =>
    partOf(document, item, {
      at,
      range: rangeOfSection(section, lines.length, isWhole ? { line: 1 } : range),
      body: bodyOf(lines.slice(section.from, section.to), section.to < lines.length || isWhole === true),
      headline,
      section: { number, whole, goesOn: goesOnIn(lines[section.to - 1], lines[section.to]) },
    }),
  )
}

/** The first heading of level 1. */
function headlineOf(lines: readonly string[]): string | undefined {
  const marks = marksOf(lines)
  return marks.find(({ heading }, i) => heading && /^ {0,3}#[ \t]/.test(lines[i] ?? ''))?.heading ?? undefined
}

/** The text of a section as it is read again by its range. The body of an entry has lost the line end behind its last line. */
function bodyOf(lines: readonly string[], hasLineEnd: boolean): string {
  const text = lines.join('')
  return hasLineEnd ? text.replace(/(?:\r\n|\n|\r)$/, '') : text
}

function rangeOfSection({ from, to }: LineRange, count: number, range: ItemRange): ItemRange {
  const { line, column, endLine, endColumn } = range
  if (to < count)
    return { line: line + from, ...(from === 0 && column !== undefined && { column }), endLine: line + to }
  return {
    line: line + from,
    ...(endLine !== undefined && { endLine }),
    ...(endColumn !== undefined && { endColumn }),
  }
}

type NamedPart = Part & {
  /** Names text that is no item and has no title. */
  readonly headline?: string | undefined
  readonly says?: { readonly title: string; readonly text: string }
  readonly section?: {
    readonly number: number
    readonly whole: NonNullable<Card['whole']>
    readonly goesOn: boolean
  }
}

function partOf(
  { path, layout, kind, frontMatter, date: written }: Document,
  item: Item | null,
  { at, range, body, isWhole, headline, section, says }: NamedPart,
): SearchedPart {
  const fields = item?.fields ?? frontMatter ?? {}
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '')
  const title = says?.title ?? item?.title ?? (typeof fields.name === 'string' ? fields.name : '')
  const { date, tags: own = [] } = item ?? { date: written, tags: textList(frontMatter?.tags) }
  const tags = [...own, ...(typeof fields.category === 'string' ? [fields.category] : [])]
  const id = String(at + 1).padStart(7, '0')
  return {
    ...(at >= 0 && { item: at }),
    facts: factsOf({
      id: section ? `${id}.${String(section.number).padStart(7, '0')}` : id,
      path,
      fields: { title, name, tags, body: says?.text ?? body },
      ...(section && { sectionOf: id, parent: `${path}\0${id}` }),
      ...(date !== undefined && { date }),
    }),
    card: {
      layout,
      kind: item?.kind ?? kind,
      ...(item?.id !== undefined && { id: item.id }),
      path,
      ...range,
      ...(isWhole && { isWhole }),
      ...(section && { whole: section.whole }),
      ...(section?.goesOn && { goesOn: true as const }),
      title: title || headline || name,
      ...(says && { says: says.text }),
      digest: hash('sha1', `${title || headline || name}\0${says?.text ?? body}`, 'base64url'),
      mark: textMark(body),
      ...(tags.length > 0 && { tags }),
      ...(date !== undefined && { day: date.slice(0, 'YYYY-MM-DD'.length) }),
    },
  }
}
