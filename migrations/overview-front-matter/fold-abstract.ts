import type { Json, JsonObject } from '../../src/core/json.ts'
import type { Settings } from '../../src/core/settings.ts'
import type { Range } from '../../src/core/source.ts'
import { applyEdits, type Edit, lineStart } from '../../src/core/text.ts'
import type { Refusal } from '../../src/formats/decode-text.ts'
import { addFields, type FrontMatterField } from '../../src/formats/edit-front-matter.ts'
import { gapBehind, lineEndOf } from '../../src/formats/line-end.ts'
import { type ReadDocument, readDocument } from '../reading/workspace.ts'
import { type Abstract, hasAllWords, stripMarks, tagsOf, trimmed } from './overview-fields.ts'

/** What the overview gets. */
type Fold = {
  readonly read: ReadDocument
  readonly fields: readonly FrontMatterField[]
  readonly settings: Settings
}

/**
 * The edits that fold an abstract into the overview next to it: fields of front matter, and a section for all other text.
 * Refused, with the line of the overview, where a word would be lost or the section cannot be inserted safely.
 */
export function foldAbstract(
  abstract: Abstract,
  { read, fields, settings }: Fold,
): { edits: readonly Edit[] } | Refusal {
  const added = addFields(read.text, fields)
  if ('refused' in added) return added
  const inFields = readDocument(applyEdits(read.text, added.edits), settings)
  if ('refused' in inFields) return inFields
  const left = leftOver(abstract, inFields)
  if (!left) return { edits: added.edits }
  const open = (document: ReadDocument): boolean => document.markdown.blocks.some(({ closed }) => !closed)
  const place = sectionPlace(read, open(abstract.read))
  if (place.isLast && open(read)) return { refused: UNCLOSED, line: lineOfOpen(read) }
  const section = abstractSection(abstract, { ...left, depth: place.depth, eol: lineEndOf(read.text) })
  const edits = together(added.edits, sectionEdit(read, place, section), lineEndOf(read.text))
  const isWhole = hasAllWords(abstract.read.text, applyEdits(read.text, edits))
  return isWhole
    ? { edits }
    : { refused: 'A word of ABSTRACT.md would be lost. Fold it in by hand.', line: 1 }
}

const UNCLOSED =
  'The block that opens here is never closed, so the abstract cannot be put below it. Close it, then run this again.'

type LeftOver = {
  readonly kept: Range | null
  readonly withoutOpening: boolean
  readonly withFields: boolean
}

/** What the overview would not say once it has its fields; null when it says everything. */
function leftOver(abstract: Abstract, overview: ReadDocument): LeftOver | null {
  const { read, body, heading, opening } = abstract
  const fields = overview.frontMatter?.fields ?? {}
  const withFields = read.frontMatter !== null && !holdsFields(read, fields)
  const said = opening ? read.text.slice(opening.start, opening.end) : ''
  const withoutOpening = isDescription(said, fields.description) && hasAllWords(said, overview.text)
  const rest = trimmed(read.text, {
    start: (withoutOpening ? opening?.end : heading?.end) ?? body.start,
    end: body.end,
  })
  const restText = read.text.slice(rest.start, rest.end)
  const isSaid =
    restText === '' ||
    (stripMarks(overview.text).includes(stripMarks(restText)) && hasAllWords(restText, overview.text))
  const isNamed = hasAllWords(withoutLabels(heading?.text ?? ''), overview.text)
  if (isSaid && isNamed) return withFields ? { kept: null, withoutOpening: false, withFields } : null
  return { kept: body, withoutOpening: withoutOpening && restText !== '', withFields }
}

/** What only says that the file is an abstract. */
function withoutLabels(heading: string): string {
  return heading.replace(/\b(?:abstract|overview|summary|tldr|of|for|the)\b/gi, ' ')
}

function isDescription(opening: string, description: Json | undefined): boolean {
  return opening !== '' && typeof description === 'string' && stripMarks(description) === stripMarks(opening)
}

/** True when the overview has all that the front matter of the abstract says, comments included. */
function holdsFields({ frontMatter }: ReadDocument, overview: JsonObject): boolean {
  if (!frontMatter) return true
  const there = new Set(tagsOf(overview))
  return (
    frontMatter.comments.length === 0 &&
    Object.entries(frontMatter.fields).every(([key, value]) => {
      if (key !== 'tags') return (key === 'name' || key === 'description') && value === overview[key]
      return Array.isArray(value) && value.every((tag) => typeof tag === 'string' && there.has(tag))
    })
  )
}

/** Two insertions at one place are one. */
function together(fields: readonly Edit[], section: Edit, eol: string): Edit[] {
  const same = fields.find(({ start, end }) => start === section.start && end === section.end)
  if (!same) return [...fields, section]
  return [...fields.filter((one) => one !== same), { ...same, text: `${same.text}${eol}${section.text}` }]
}

function lineOfOpen({ markdown }: ReadDocument): number {
  return markdown.blocks.find(({ closed }) => !closed)?.place.line ?? 1
}

/** What is kept of an abstract, and how it is set into the overview. */
type SectionForm = {
  /** The part of the body that is kept, in offsets of the abstract; null for none of it. */
  readonly kept: Range | null
  /** Its opening paragraph has become the description. */
  readonly withoutOpening: boolean
  /** The front matter is kept as well. */
  readonly withFields: boolean
  readonly depth: number
  readonly eol: string
}

const DEEPEST = 6

/**
 * The section that keeps an abstract: under its own heading, or `Abstract`. Headings are deepened to fit, every other
 * line is as it was; front matter is kept in a fence.
 */
function abstractSection({ read, heading, opening }: Abstract, form: SectionForm): string {
  const { kept, depth, eol } = form
  const { text, frontMatter } = read
  const parts: string[] = []
  if (!heading || !kept) parts.push(`${'#'.repeat(depth)} Abstract`)
  if (kept) {
    const edits = [...deepened(read, { kept, depth, first: heading?.depth ?? null })]
    if (form.withoutOpening && opening) edits.push({ ...withBlankLines(text, opening), text: '' })
    parts.push(cut(text, kept, edits))
  }
  if (form.withFields && frontMatter)
    parts.push(fenced(text.slice(frontMatter.yaml.start, frontMatter.yaml.end), eol))
  return parts.filter((part) => part !== '').join(eol + eol)
}

function withBlankLines(text: string, { start, end }: Range): Range {
  const blank = /^(?:[ \t]*(?:\r\n|\n|\r))*/.exec(text.slice(end))?.[0].length ?? 0
  return { start, end: end + blank }
}

function cut(text: string, kept: Range, edits: readonly Edit[]): string {
  const inside = edits.map((edit) => ({
    ...edit,
    start: edit.start - kept.start,
    end: edit.end - kept.start,
  }))
  const result = applyEdits(text.slice(kept.start, kept.end), inside)
  const { start, end } = trimmed(result, { start: 0, end: result.length })
  return result.slice(start, end)
}

/** One more `#` for each step; a heading underlined with `=` is underlined with `-` instead. */
function deepened(
  { text, markdown }: Abstract['read'],
  { kept, depth, first }: { kept: Range; depth: number; first: number | null },
): Edit[] {
  const headings = markdown.headings.filter((one) => one.topLevel && one.start >= kept.start)
  const highest = Math.min(DEEPEST, ...headings.map((one) => one.depth))
  const by = Math.max(0, first === null ? depth + 1 - highest : depth - first)
  if (by === 0) return []
  return headings.flatMap(({ start, end, style, depth: old }) => {
    if (style === 'atx') {
      const more = Math.min(by, DEEPEST - old)
      return more > 0 ? [{ start, end: start, text: '#'.repeat(more) }] : []
    }
    const line = lineStart(text, end)
    const underline = text.slice(line, end)
    return old === 1 ? [{ start: line, end, text: underline.replaceAll('=', '-') }] : []
  })
}

/** A fence longer than any in it. */
function fenced(yaml: string, eol: string): string {
  const longest = Math.max(2, ...[...yaml.matchAll(/`+/g)].map(([marks]) => marks.length))
  const fence = '`'.repeat(longest + 1)
  const end = /[\r\n]$/.test(yaml) ? '' : eol
  return `${fence}yaml${eol}${yaml}${end}${fence}`
}

/** Where a section goes into a document, and how deep its heading is. */
type SectionPlace = { readonly offset: number; readonly depth: number; readonly isLast: boolean }

/**
 * Behind the text under the title, before the first section; at the end of a document that is not built like that.
 * `last` asks for the end in any case.
 */
function sectionPlace({ text, starts, markdown }: ReadDocument, last: boolean): SectionPlace {
  const headings = markdown.headings.filter(({ topLevel }) => topLevel)
  const [first, second] = headings
  const titles = headings.filter(({ depth }) => depth === 1).length
  const isTitled = first?.depth === 1 && titles === 1
  const depth = isTitled || !first ? 2 : Math.min(...headings.map((one) => one.depth))
  if (!isTitled || !second || last) return { offset: text.length, depth, isLast: true }
  return { offset: starts[second.place.line - 1] ?? second.start, depth, isLast: false }
}

/** The splice that sets a section in, with a blank line on both sides. */
function sectionEdit({ text, markdown }: ReadDocument, place: SectionPlace, section: string): Edit {
  const eol = lineEndOf(text)
  const { offset } = place
  const before = text.slice(markdown.start, offset)
  const edit = { start: offset, end: offset }
  const gap = before.trim() === '' ? '' : gapBehind(before, eol)
  if (!place.isLast) return { ...edit, text: gap + section + eol + eol }
  const endsLine = before.trim() === '' || /[\r\n]$/.test(before)
  return { ...edit, text: gap + section + (endsLine ? eol : '') }
}
