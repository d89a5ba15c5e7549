import type { JsonObject } from '../../src/core/json.ts'
import type { Evidence, TextFile, WorkedOut } from '../../src/core/migration.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import type { FrontMatter } from '../../src/core/source.ts'
import { lineStarts } from '../../src/core/text.ts'
import { type Refusal, refusalOf } from '../../src/formats/decode-text.ts'
import type { FrontMatterField } from '../../src/formats/edit-front-matter.ts'
import { readFrontMatter } from '../../src/formats/front-matter.ts'
import { type Block, readBlocks } from '../reading/blocks.ts'
import { plainText } from '../reading/plain-text.ts'

/** A plan as its evidence is looked for. */
export type PlanDocument = {
  readonly path: string
  readonly scope: string
  readonly text: string
  readonly frontMatter: FrontMatter | null
  /** Empty where there is no front matter. */
  readonly fields: JsonObject
  readonly blocks: readonly Block[]
  /** The heading that names the plan; null where it is the name of a section, or there is none. */
  readonly title: (Block & { readonly type: 'heading' }) | null
  /** The text before the first section, without the title. */
  readonly preamble: readonly Block[]
  /** The preamble and the first section, where a document describes itself. */
  readonly head: readonly Block[]
}

const NO_FIELDS: JsonObject = Object.create(null)

/** Reads a plan or an overview as evidence; or says what is wrong with front matter that cannot be read safely. */
export function planDocument({ path, scope, text }: TextFile): PlanDocument | Refusal {
  const limit = DEFAULT_SETTINGS.limits.frontMatterBytes
  const { frontMatter, bodyStart, problems } = readFrontMatter(text, lineStarts(text), limit)
  const [problem] = problems
  if (problem) return refusalOf(problem)
  const blocks = readBlocks(text, bodyStart).filter(isOwn)
  const title = titleOf(blocks)
  const rest = blocks.filter((block) => block !== title)
  const [first, second] = rest.flatMap((block, index) => (block.type === 'heading' ? [index] : []))
  return {
    path,
    scope,
    text,
    frontMatter,
    fields: frontMatter?.fields ?? NO_FIELDS,
    blocks,
    title,
    preamble: rest.slice(0, first),
    head: rest.slice(0, second),
  }
}

/** A heading above data about the document opens no section of its text. */
function isOwn(block: Block): boolean {
  return block.type !== 'heading' || !isAboutDocument(block.text)
}

/** The line, from 1, of a front-matter key. */
export function lineOfField({ frontMatter, text }: PlanDocument, key: string): number {
  const node = frontMatter?.nodes.get(`/${key}`)
  return lineStarts(text.slice(0, node?.key?.start ?? 0)).length
}

/** The first heading of depth 1, else one that opens the text; null where it is the name of a section. */
function titleOf(blocks: readonly Block[]): PlanDocument['title'] {
  const first = blocks[0]
  const heading = blocks.find((block) => block.type === 'heading' && block.depth === 1) ?? first
  if (heading?.type !== 'heading' || plainText(heading.text) === '') return null
  const isSection = heading.depth === 1 ? isSectionName(heading.text) : sectionName(heading.text) !== null
  return isSection ? null : heading
}

/** A value with where it comes from. */
export type Found<T = string> = { readonly value: T; readonly evidence: Evidence }

/** A value that a line says; null where it says none. */
export function foundOn<T>({ path }: PlanDocument, line: number, value: T | null): Found<T> | null {
  return value === null ? null : { value, evidence: { kind: 'text', path, line } }
}

/** A value that a key of the front matter says; null where it says none. */
export function foundIn<T>(document: PlanDocument, key: string, value: T | null): Found<T> | null {
  return foundOn(document, lineOfField(document, key), value)
}

/** What the first of some things gives, of those that give anything. */
export function firstFound<A, T>(all: Iterable<A>, find: (one: A) => T | null): T | null {
  for (const one of all) {
    const found = find(one)
    if (found !== null) return found
  }
  return null
}

/** What a document is called: by its heading of depth 1, its `title` or another heading; null where none has a name. */
export function findTitle(
  document: PlanDocument,
  heading: PlanDocument['title'],
  nameOf: (title: string, isHeading: boolean) => string,
): Found | null {
  const { title } = document.fields
  const [byHeading, byTitle] = [
    heading ? nameOf(heading.text, true) : '',
    typeof title === 'string' ? nameOf(title, false) : '',
  ]
  if (byTitle !== '' && (byHeading === '' || heading?.depth !== 1)) return foundIn(document, 'title', byTitle)
  return heading && byHeading !== '' ? foundOn(document, heading.line, byHeading) : null
}

/** Found values as the fields that are written, and as what the report says of them. */
export function foundFields(
  known: readonly (Found<string | readonly string[]> & { readonly key: string })[],
): { readonly fields: readonly FrontMatterField[]; readonly values: readonly WorkedOut[] } {
  return {
    fields: known.map(({ key, value }) => ({ key, value })),
    values: known.map(({ key, value, evidence }) => ({
      field: key,
      value: [value].flat().join(', '),
      evidence,
    })),
  }
}

/** `**Label:** value`, at any place; the value is Markdown. */
export type Labelled = {
  readonly label: string
  /** To the end of its line. */
  readonly value: string
  /** With the lines of the paragraph that go on behind it. */
  readonly whole: string
  readonly line: number
}

/** `**Label:** value`, `**Label**: value`, `Label: value`; the label is a few words. */
const LABEL =
  /^(?:[-*+] +)?(?:\*\*|__)?((?:\p{Extended_Pictographic}\ufe0f? ?)?\p{L}[\p{L}\p{N} /_'’-]{0,40}?)(?: \([^()]*\))?(?:(?:\*\*|__)\s*[:：]|[:：](?:\*\*|__)?)(?=\s|$|\*)(?:\*\*)?[ \t]*(.*)$/u
/** Several labels share a line in `**Date:** … | **Status:** …`. */
const NEXT = /\s+[|·•]\s+|\s{2,}(?=\*\*\p{L})/u

/** Characters read of a line: the pattern takes quadratic time on a run of spaces. */
const MOST = 4_000

/** The labelled values of some blocks: in paragraphs, quotes and items, and in tables with a label in front of each row. */
export function labelsIn(blocks: readonly Block[]): Labelled[] {
  return blocks.flatMap((block) => {
    if (block.type === 'heading') return []
    if (block.type === 'table') return rowsOf(block)
    if (block.type !== 'list') return linesOf(block.text, block.line)
    return block.items.flatMap(({ text, line, checked }) => (checked === null ? linesOf(text, line) : []))
  })
}

function linesOf(text: string, first: number): Labelled[] {
  const found: Labelled[] = []
  let isOpen = false
  for (const [index, source] of text.split('\n').entries()) {
    const line = source.replace(/^\s*>\s?/, '').trim()
    const labels = labelsOf(line, first + index)
    const last = isOpen && labels.length === 0 && line !== '' ? found.pop() : undefined
    found.push(...labels, ...(last ? [{ ...last, whole: `${last.whole}\n${line}` }] : []))
    isOpen = line !== '' && found.length > 0
  }
  return found
}

function labelsOf(text: string, line: number): Labelled[] {
  return text
    .slice(0, MOST)
    .split(NEXT)
    .flatMap((part) => {
      const match = LABEL.exec(part.trim().replace(/^_(.*)_$/, '$1'))
      return match ? [labelled(match[1] ?? '', (match[2] ?? '').replace(/\\$/, '').trim(), line)] : []
    })
}

function rowsOf({ rows }: Block & { readonly type: 'table' }): Labelled[] {
  const [header, row] = rows
  const isRecord = header && row && rows.length === 2 && header.cells.length > 2
  if (isRecord) return header.cells.map((cell, i) => labelled(cell, row.cells[i] ?? '', row.line))
  const pairs = rows.filter(({ cells }) => cells.length === 2)
  return pairs.map(({ cells: [label = '', value = ''], line }) => labelled(label, value, line))
}

function labelled(label: string, value: string, line: number): Labelled {
  return { label: nameOf(label), value, whole: value, line }
}

function nameOf(label: string): string {
  return withSpaces(plainText(label).toLowerCase())
}

/** A text of words and numbers alone. */
function withSpaces(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/** How well a section of that name says what a plan is for: 1 best. */
type Rank = 1 | 2 | 3

/** Words of headings, in the languages of the documents at hand, and what they promise. */
const RANKS: ReadonlyMap<string, Rank> = new Map<string, Rank>([
  ...'abstract|aim|brief|description|executive summary|goal|goal capsule|intent|mission|objective|outcome|purpose|summary|tldr|tl dr|user story|what is this|what it does|what it is|what this does|what this is|what we are building|what were building'
    .split('|')
    .map((name) => [name, 1] as const),
  ...'about|about this plan|at a glance|introduction|intro|overview|scope and goal|vision'
    .split('|')
    .map((name) => [name, 2] as const),
  ...'background|context|motivation|need|problem|problem frame|problem statement|rationale|situation|the problem|why'
    .split('|')
    .map((name) => [name, 3] as const),
])

const QUALIFIER =
  /^(?:the|our|project|plan|feature|high level|overall|main|primary|user facing|user|business|core|key|task|product|desired|background and) /

/** Headings of data about a document, before its own text. */
const ABOUT_DOCUMENT =
  /^(?:(?:document|file|page|plan) )?(?:meta ?data|front ?matter)(?: (?:block|header|info|information|section|table))?$|^(?:document (?:control|header|info|information|properties)|table of contents|toc)$/

/**
 * The rank of a section whose heading promises what the plan is for; null for every other heading. `Goals & Non-Goals`
 * and `Problem Statement / Motivation` count by their first word that does.
 */
export function sectionName(heading: string): Rank | null {
  return firstFound(partsOf(heading), rankOf)
}

/** True of a heading that names nothing but such sections, so that it is not the name of a document. */
export function isSectionName(heading: string): boolean {
  return partsOf(heading).every((part) => rankOf(part) !== null)
}

/** True of a heading above data about the document: `Metadata Header`. */
function isAboutDocument(heading: string): boolean {
  return ABOUT_DOCUMENT.test(
    plainText(heading)
      .toLowerCase()
      .replace(/[^\p{L}]+/gu, ' ')
      .trim(),
  )
}

function partsOf(heading: string): string[] {
  const words = plainText(heading)
    .toLowerCase()
    .replace(/^[\d.]+[.)]?\s+/, '')
    .replace(/[’']/g, '')
  return words.split(/\s*(?:[/&+,:(–—-]|\band\b|\bor\b)\s*/).map(withSpaces)
}

function rankOf(name: string): Rank | null {
  const bare = name.replace(QUALIFIER, '').replace(QUALIFIER, '')
  const single = (text: string): string => text.replace(/s$/, '')
  return firstFound([name, bare], (text) => RANKS.get(text) ?? RANKS.get(single(text)) ?? null)
}
