import { type Item, readStated } from '../../core/document.ts'
import type { Json } from '../../core/json.ts'
import type { Heading, Markdown, Range, Reading, Source } from '../../core/source.ts'
import { isBlankRange, placeOf, WHOLE_FILE } from '../../core/text.ts'
import { headingTextStart } from '../../formats/entry-log.ts'
import { bodyMarks } from '../../formats/hash.ts'
import { plainStatus } from '../../formats/status.ts'
import { numberOf, readName } from './claim.ts'
import type { RecordFacts } from './facts.ts'
import { referencesIn, relationsOf, unique } from './relations.ts'
import { labelsOf } from './shape.ts'
import { type Status, statusOf } from './status.ts'

/** `# 12. A queue`, `# ADR-012: A queue`, `# ADR 12 - A queue`, `# D-012 — A queue`. */
const TITLE =
  /^(?:\[?([a-z]{1,5}|decision(?:[-_ ]record)?)[-_ ]{0,2}#?(\d{1,5})\]?(?![\p{L}\p{N}])|(\d{1,5})(?=[.:：]))\s*[-–—.:：|]*\s*/iu

/** The number that a title starts with, if it is of the series, and how long that is with the marks behind it. */
function titleMark(
  title: string,
  series: string,
): { readonly number: number | null; readonly length: number } {
  const [mark = '', prefix, named, bare] = TITLE.exec(title) ?? []
  const own = prefix?.toLowerCase().replaceAll(/[^a-z]/g, '')
  const number = own === undefined || own === 'adr' || own === series ? (named ?? bare) : undefined
  return number === undefined ? { number: null, length: 0 } : { number: Number(number), length: mark.length }
}

/** The heading of level 1; without one, a first heading that starts with a number. */
function titleHeading({ text }: Source, { start, headings }: Markdown): Heading | undefined {
  const own = headings.filter(({ topLevel }) => topLevel)
  const [first] = own
  const isTitle = first && TITLE.test(plainHeading(first)) && isBlankRange(text, start, first.start)
  return own.find(({ depth }) => depth === 1) ?? (isTitle ? first : undefined)
}

/** A heading's text, out of the marks that make all of it bold. */
function plainHeading(heading: Heading | undefined): string {
  return (heading?.text ?? '').replace(/^(\*\*|__)(.*)\1$/, '$2')
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** One record is one item, known by the name of its file. */
export function readRecord(source: Source): Reading {
  const { text, markdown, path, starts, frontMatter } = source
  if (!markdown) return {}
  const name = path.slice(path.lastIndexOf('/') + 1)
  const series = readName(path)?.series ?? ''
  const heading = titleHeading(source, markdown)
  const headline = plainHeading(heading)
  const { number: titleNumber, length } = titleMark(headline, series)
  const status = statusOf(source)
  const title = headline.slice(length).trim() || textOf(frontMatter?.fields.title) || name
  const titleStart = heading ? headingTextStart(text, heading) : 0
  const head = headOf(source, status)
  const body = withoutRanges(text, markdown.start, head.ranges)
  const facts: RecordFacts = {
    titleNumber,
    title: heading ? placeOf(starts, titleStart, heading.end) : WHOLE_FILE,
    status: status && plainStatus(status.text),
    statusPlace: status?.place ?? (heading ? heading.place : WHOLE_FILE),
    ...relationsOf(source, head.text, series),
    names: unique(referencesIn(text, series)).slice(0, MOST_NAMED),
    labels: labelsOf(text, markdown, frontMatter),
  }
  const fields = { number: numberOf(path), status: facts.status, date: dateOf(frontMatter?.fields.date) }
  const item: Item = {
    kind: 'adr',
    key: name.toLowerCase(),
    title,
    place: heading?.place ?? WHOLE_FILE,
    ...bodyMarks(body),
    ...readStated({ status: facts.status, date: fields.date ?? dateLineOf(text, markdown) }),
    fields,
  }
  return { items: [item], facts: facts as unknown as Json }
}

const MOST_NAMED = 200

/** What may be edited in an accepted record: its status, and lines that say what replaces what. */
const RELATION = /^[ \t>*_-]*(?:(?:partially|partly)[ -])?(?:supersed|replace[sd]|amend|deprecat)[^\r\n]*$/gim

/** The status and the lines around it about other records, as text and as ranges. */
function headOf(
  { text, markdown }: Source,
  status: Status | null,
): { text: string; ranges: readonly Range[] } {
  const from = markdown?.start ?? 0
  const own = status && status.start >= from ? [status] : []
  const lines = [...text.matchAll(RELATION)].flatMap(({ 0: line, index }): Range[] => {
    const end = index + line.length
    const isSaid = own.some((one) => one.start <= index && end <= one.end)
    return isSaid || isInsideSentence(text, index) ? [] : [{ start: index, end }]
  })
  const ranges = [...own, ...lines]
  const said = [status?.text ?? '', ...ranges.map(({ start, end }) => text.slice(start, end))]
  return { text: said.join('\n\n'), ranges }
}

/** True for a line that goes on with the sentence of the one before. */
function isInsideSentence(text: string, at: number): boolean {
  return /^\p{Ll}/u.test(text.slice(at)) && /[^\s:][ \t]*\r?\n$/.test(text.slice(Math.max(0, at - 200), at))
}

function withoutRanges(text: string, from: number, ranges: readonly Range[]): string {
  let at = from
  let kept = ''
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    if (start > at) kept += text.slice(at, start)
    at = Math.max(at, end)
  }
  return kept + text.slice(at)
}

const DATE_LINE =
  /^[ \t>]*(?:[-*+][ \t]+)?(?:\|[ \t]*)?[*_]{0,2}date[*_]{0,2}[ \t]*[:|][*_]{0,2}[ \t]*(\d{4}-\d{2}-\d{2})(?!\d)/im

/** The day in a line above the first section: `Date: 2026-02-08`. A change of it is one of the text. */
function dateLineOf(text: string, { start, headings }: Markdown): string | undefined {
  const section = headings.find(({ depth, topLevel }) => depth > 1 && topLevel)
  return DATE_LINE.exec(text.slice(start, section?.start))?.[1]
}

function dateOf(value: Json | undefined): string | null {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? value.slice(0, 10) : null
}
