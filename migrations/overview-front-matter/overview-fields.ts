import type { JsonObject } from '../../src/core/json.ts'
import type { ForPerson, TextFile, WorkedOut } from '../../src/core/migration.ts'
import type { Settings } from '../../src/core/settings.ts'
import type { Heading, Range } from '../../src/core/source.ts'
import type { Refusal } from '../../src/formats/decode-text.ts'
import { type FrontMatterField, isEmpty } from '../../src/formats/edit-front-matter.ts'
import { sentencesOf } from '../../src/formats/sentences.ts'
import { estimateTokens } from '../../src/formats/tokens.ts'
import { findDescription } from '../plan-front-matter/find-description.ts'
import { findTags } from '../plan-front-matter/missing-fields.ts'
import {
  type Found,
  findTitle,
  foundFields,
  foundIn,
  foundOn,
  isSectionName,
  type PlanDocument,
  planDocument,
  sectionName,
} from '../plan-front-matter/plan-document.ts'
import { splitTitleNotes } from '../plan-front-matter/status-in-text.ts'
import type { Block } from '../reading/blocks.ts'
import { cleanPlainTitle, plainText } from '../reading/plain-text.ts'
import { summaryOf } from '../reading/summary-of.ts'
import { type ReadDocument, readDocument } from '../reading/workspace.ts'

/** The description until a person writes one; `check` reports it. */
const TODO = 'TODO: say what this is for'

/** The fields that an overview lacks, in the order in which they are written. */
type OverviewFields = {
  readonly fields: readonly FrontMatterField[]
  readonly values: readonly WorkedOut[]
  readonly forPerson: readonly ForPerson[]
}

/** Where the fields come from; `abstract` is the one next to the overview. */
type Sources = {
  readonly abstract: Abstract | null
  /** The root of all scopes. */
  readonly resources: string
}

/** Works out what an overview lacks: from the abstract next to it, from its own words, and from its path. */
export function overviewFields(overview: PlanDocument, { abstract, resources }: Sources): OverviewFields {
  const lacks = (key: string): boolean => isEmpty(overview.fields[key])
  const neighbor = abstract?.document ?? null
  const found: (readonly [string, Found<string | readonly string[]> | null])[] = [
    ['name', lacks('name') ? findOverviewName(overview, { neighbor, resources }) : null],
    ['description', lacks('description') ? findOverviewDescription(overview, abstract) : null],
    ['tags', lacks('tags') ? tagsFor(overview, neighbor) : null],
  ]
  const known = found.flatMap(([key, one]) => (one ? [{ key, ...one }] : []))
  const isUnsaid = overview.fields.description === TODO || known.some(({ value }) => value === TODO)
  return {
    ...foundFields(known),
    forPerson: isUnsaid ? [{ path: overview.path, line: 1, what: NO_PURPOSE }] : [],
  }
}

const NO_PURPOSE = 'No text says what this is for. Write its `description` in one or two sentences.'

function findOverviewName(
  overview: PlanDocument,
  { neighbor, resources }: { neighbor: PlanDocument | null; resources: string },
): Found {
  return (
    (neighbor && textField(neighbor, 'name')) ??
    nameIn(overview) ??
    (neighbor && nameIn(neighbor)) ??
    nameOfDirectory(overview.path, resources)
  )
}

function findOverviewDescription(overview: PlanDocument, abstract: Abstract | null): Found {
  return (
    (abstract && fromAbstract(abstract)) ??
    descriptionIn(overview) ?? {
      value: TODO,
      evidence: { kind: 'guess', why: 'no text says what it is for' },
    }
  )
}

/** All of the opening paragraph, when it fits; else its first sentences. */
function fromAbstract({ document, read, opening }: Abstract): Found | null {
  const field = descriptionField(document)
  if (field) return field
  const whole = opening && wholeAsDescription(read.text.slice(opening.start, opening.end))
  if (!whole || !opening) return descriptionIn(document)
  const line = read.text.slice(0, opening.start).split(/\r\n|\n|\r/).length
  return foundOn(document, line, whole)
}

function textField(document: PlanDocument, key: string): Found | null {
  const value = document.fields[key]
  return typeof value === 'string' ? foundIn(document, key, value.trim() || null) : null
}

/** The abstract's own tags come first. */
function tagsFor(overview: PlanDocument, neighbor: PlanDocument | null): Found<readonly string[]> | null {
  const own = neighbor ? tagsOf(neighbor.fields) : []
  const found = findTags(overview)
  if (!neighbor || own.length === 0) return found
  return foundIn(neighbor, 'tags', [...new Set([...own, ...(found?.value ?? [])])])
}

/** The tags of a document, where they are a list of texts. */
export function tagsOf({ tags }: JsonObject): readonly string[] {
  return Array.isArray(tags) ? tags.filter((one) => typeof one === 'string' && one.trim() !== '') : []
}

const LABEL = '(?:overview|abstract|summary|readme)(?:\\.md)?'
/** `Overview of the Shop`, `Abstract: Shop`. */
const LABEL_FIRST = new RegExp(`^${LABEL}\\s*(?:[:–—|-]|of\\b|for\\b)\\s*(?:the\\s+)?`, 'i')
/** `Shop Overview`, `Shop — Abstract`, `Shop (Overview)`. */
const LABEL_LAST = new RegExp(`[\\s:–—|(-]*(?<![\\p{L}\\p{N}])${LABEL}\\)?$`, 'iu')

/** What a document is called by its heading of depth 1, its `title` or another heading that opens it; null where none says more than that it is one. */
function nameIn(document: PlanDocument): Found | null {
  return findTitle(document, headingOf(document), (text, isHeading) =>
    isHeading ? headingName(text) : withoutLabel(text),
  )
}

/** What a directory below the resources is called by its path. */
function nameOfDirectory(path: string, resources: string): Found {
  const below = path.slice(resources.length + 1)
  const steps = below.slice(0, Math.max(below.lastIndexOf('/'), 0)).split('/')
  const value = steps.map(asName).join(' ').trim()
  return { value: value === '' ? below : value, evidence: { kind: 'path', path } }
}

type HeadingBlock = Block & { readonly type: 'heading' }

/** The first heading of depth 1, else one that opens the text. */
function headingOf({ blocks }: PlanDocument): HeadingBlock | null {
  const isTop = (block: Block): block is HeadingBlock => block.type === 'heading' && block.depth === 1
  const [first] = blocks
  return blocks.find(isTop) ?? (first?.type === 'heading' ? first : null)
}

/** The heading of a section is no name, and what only adds that it is an overview is left out. */
function headingName(text: string): string {
  const title = cleanPlainTitle(splitTitleNotes(text).name)
  const name = withoutLabel(text)
  const isSection = isSectionName(text) || (name === title && sectionName(text) !== null)
  return isSection ? '' : name
}

function withoutLabel(text: string): string {
  const title = cleanPlainTitle(splitTitleNotes(text).name)
  return title.replace(LABEL_FIRST, '').replace(LABEL_LAST, '').trim()
}

function asName(step: string): string {
  const words = step.replaceAll(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const MOST_SENTENCES = 2
const MOST_TOKENS = 200
const NOTHING = /^\W*(?:tbd|tba|todo|n\/?a|none|wip|lorem ipsum|coming soon)\b/i

/** What a document says it is about: in the text under its title, else in a section that promises it. */
function descriptionIn(document: PlanDocument): Found | null {
  const { preamble } = document
  const atTop = preamble.length > 0 ? findDescription({ ...document, blocks: preamble }) : null
  return atTop ?? findDescription(document)
}

/** The description in the front matter of an abstract: whole where it is short enough. */
function descriptionField(document: PlanDocument): Found | null {
  const said = document.fields.description
  if (typeof said !== 'string') return null
  return foundIn(document, 'description', wholeAsDescription(said) ?? summaryOf(said))
}

/** A paragraph as a description, when all of it fits; null when it does not, or says nothing. */
function wholeAsDescription(paragraph: string): string | null {
  const text = plainText(paragraph)
  if (wordsOf(text).length < 2 || NOTHING.test(text)) return null
  return sentencesOf(text).length <= MOST_SENTENCES && estimateTokens(text) <= MOST_TOKENS ? text : null
}

/** Marks of Markdown that a description does without, and white space. */
const MARKS = /[`*_~\\\s]+/g

/** The words of a text, numbers among them. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

/** True when every word of one text is in another. */
export function hasAllWords(text: string, by: string): boolean {
  const there = new Set(wordsOf(by))
  return wordsOf(text).every((word) => there.has(word))
}

/** A text as it is compared: without marks and white space. Two that are equal say the same in the same order. */
export function stripMarks(text: string): string {
  return text.replace(MARKS, '')
}

/** An ABSTRACT.md as it is folded in. */
export type Abstract = {
  readonly document: PlanDocument
  readonly read: ReadDocument
  /** The text after the front matter, without blank lines around it. */
  readonly body: Range
  /** The heading that it opens with. */
  readonly heading: Heading | null
  /** The paragraph that it opens with, behind the heading. */
  readonly opening: Range | null
}

/** Reads an abstract; one that cannot be read safely is to be left. */
export function readAbstract(file: TextFile, settings: Settings): Abstract | Refusal {
  const read = readDocument(file.text, settings)
  if ('refused' in read) return read
  const document = planDocument(file)
  if ('refused' in document) return document
  const { text, markdown } = read
  const body = trimmed(text, { start: markdown.start, end: text.length })
  const heading = markdown.headings.find((one) => one.topLevel && isAtStart(text, body.start, one)) ?? null
  const opening = openingIn(read, trimmed(text, { start: heading?.end ?? body.start, end: body.end }))
  return { document, read, body, heading, opening }
}

/** A text without blank lines and spaces at its ends; the indent of its first line stays. */
export function trimmed(text: string, { start, end }: Range): Range {
  const words = text.slice(start, end)
  const blank = /^(?:[ \t\ufeff]*(?:\r\n|\n|\r))*/.exec(words)?.[0].length ?? 0
  const last = words.trimEnd().length
  return { start: start + Math.min(blank, last), end: start + last }
}

/** A heading may be indented by up to three spaces. */
function isAtStart(text: string, from: number, { start }: Heading): boolean {
  return text.slice(from, start).trim() === ''
}

/** Up to a blank line or another end of a paragraph; null where the text starts with something else. */
function openingIn({ text, markdown }: ReadDocument, { start, end }: Range): Range | null {
  const others: readonly Range[] = [
    ...markdown.headings,
    ...markdown.blocks,
    ...markdown.breaks,
    ...markdown.comments,
  ]
  const next = Math.min(end, ...others.map((one) => one.start).filter((at) => at >= start))
  const blank = /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(start, next))
  const last = blank ? start + blank.index : next
  const range = trimmed(text, { start, end: last })
  return range.end > range.start ? range : null
}
