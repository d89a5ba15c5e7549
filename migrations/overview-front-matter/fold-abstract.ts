import { applyEdits, type Edit } from '../../src/core/edit.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import type { Range } from '../../src/core/markdown.ts'
import type { Settings } from '../../src/core/settings.ts'
import { type FrontMatterField, frontMatterEdits } from '../../src/formats/front-matter-edits.ts'
import { lineEndOf } from '../../src/formats/line-end.ts'
import type { Refusal } from '../../src/formats/refusal.ts'
import { type ReadDocument, readDocument } from '../reading/read-document.ts'
import { type Abstract, trimmed } from './abstract.ts'
import { abstractSection } from './abstract-section.ts'
import { tagsOf } from './overview-fields.ts'
import { sectionEdit, sectionPlace } from './section-place.ts'
import { bare, isCovered } from './words.ts'

/** What the overview gets. */
export type Fold = {
  readonly read: ReadDocument
  readonly fields: readonly FrontMatterField[]
  readonly settings: Settings
}

/**
 * The edits that bring an abstract into the overview beside it: fields of front matter, and a section for what they do
 * not hold. Refused, with the line of the overview, where a word would be lost or nothing can be put in safely.
 */
export function foldAbstract(
  abstract: Abstract,
  { read, fields, settings }: Fold,
): { edits: readonly Edit[] } | Refusal {
  const added = frontMatterEdits(read.text, fields)
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
  const isWhole = isCovered(abstract.read.text, applyEdits(read.text, edits))
  return isWhole
    ? { edits }
    : { refused: 'A word of ABSTRACT.md would be lost. Fold it in by hand.', line: 1 }
}

const UNCLOSED =
  'What opens here is never closed, so the abstract cannot be put below it. Close it, then run this again.'

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
  const withoutOpening = isDescription(said, fields.description) && isCovered(said, overview.text)
  const rest = trimmed(read.text, {
    start: (withoutOpening ? opening?.end : heading?.end) ?? body.start,
    end: body.end,
  })
  const restText = read.text.slice(rest.start, rest.end)
  const isSaid =
    restText === '' || (bare(overview.text).includes(bare(restText)) && isCovered(restText, overview.text))
  const isNamed = isCovered(withoutLabels(heading?.text ?? ''), overview.text)
  if (isSaid && isNamed) return withFields ? { kept: null, withoutOpening: false, withFields } : null
  return { kept: body, withoutOpening: withoutOpening && restText !== '', withFields }
}

/** What only says that the file is an abstract. */
function withoutLabels(heading: string): string {
  return heading.replace(/\b(?:abstract|overview|summary|tldr|of|for|the)\b/gi, ' ')
}

function isDescription(opening: string, description: Json | undefined): boolean {
  return opening !== '' && typeof description === 'string' && bare(description) === bare(opening)
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
