import { type Document, type Item, readStated } from '../../core/document.ts'
import { isJsonObject, type Json } from '../../core/json.ts'
import type { Markdown, Range, Reading, Source } from '../../core/source.ts'
import { type Place, placeOf, WHOLE_FILE } from '../../core/text.ts'
import { headingTextStart } from '../../formats/entry-log.ts'
import { bodyMarks } from '../../formats/hash.ts'
import { numberOf } from './claim.ts'

/** What a record says besides its text. */
export type RecordFacts = {
  /** The number in its title; null without one. */
  readonly titleNumber: number | null
  readonly title: Place
  /** The status as it is written, in lower case and without marks; null without one. */
  readonly status: string | null
  readonly statusPlace: Place
  /** Records that replace it, or that it replaces, as it says itself. */
  readonly supersededBy: readonly number[]
  readonly supersedes: readonly number[]
  /** Every record that it names. */
  readonly names: readonly number[]
}

/** The facts of a document; null for one that could not be read. */
export function factsOf({ facts }: Document): RecordFacts | null {
  return isJsonObject(facts) ? (facts as unknown as RecordFacts) : null
}

/** `# 12. A queue`, `# ADR-012: A queue`, `# ADR 12 - A queue`. */
const TITLE = /^(?:\[?adr[-_ ]?#?(\d{1,5})\]?|(\d{1,5})(?=[.:]))\s*[-–—.:|]*\s*/i

/** One record is one item, known by the name of its file. */
export function readRecord(source: Source): Reading {
  const { text, markdown, path, starts, frontMatter } = source
  if (!markdown) return {}
  const name = path.slice(path.lastIndexOf('/') + 1)
  const heading = markdown.headings.find(({ depth, topLevel }) => depth === 1 && topLevel)
  const [prefix = '', ...numbers] = TITLE.exec(heading?.text ?? '') ?? []
  const titled = numbers.find((one) => one !== undefined)
  const status = statusOf(source)
  const title = heading?.text.slice(prefix.length).trim() || name
  const titleStart = heading ? headingTextStart(text, heading) : 0
  const head = headOf(source, status)
  const body = withoutRanges(text, markdown.start, head.ranges)
  const facts: RecordFacts = {
    titleNumber: titled === undefined ? null : Number(titled),
    title: heading ? placeOf(starts, titleStart, heading.end) : WHOLE_FILE,
    status: status && plainStatus(status.text),
    statusPlace: status?.place ?? (heading ? heading.place : WHOLE_FILE),
    supersededBy: unique([...numbersBehind(head.text, BY), ...relationsOf(source, /^superseded[-_ ]?by$/i)]),
    supersedes: unique([...numbersBehind(head.text, REPLACES), ...relationsOf(source, /^supersedes$/i)]),
    names: unique(referencesIn(text)).slice(0, MOST_NAMED),
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

function unique(numbers: readonly number[]): number[] {
  return [...new Set(numbers)]
}

/** A status, or the sections that tools write, show that a file is a record. */
export function isRecord({ markdown }: Source, { facts }: Reading): boolean {
  if (isJsonObject(facts) && typeof facts.status === 'string') return true
  const sections = markdown?.headings.filter(({ text }) => SECTION.test(text)) ?? []
  return sections.length > 1
}

const SECTION =
  /^(?:\d+\.\s*)?(?:context|decision|consequences|considered options|kontext|entscheidung|konsequenzen|contexte|décision|背景|决策|決定)/i

type Status = Range & { readonly text: string; readonly place: Place }

const STATUS = '(?:status|statut|estado|stato|状态|ステータス)'

/** `**Status:** Accepted`, `- Status: accepted`, `| Status | Accepted |`. */
const LINE = new RegExp(
  `^[ \\t>]*(?:[-*+][ \\t]+)?(?:\\|[ \\t]*)?[*_]{0,2}${STATUS}[*_]{0,2}[ \\t]*[:：|][*_]{0,2}[ \\t]*([^\\r\\n|]*)`,
  'imu',
)

const HEADING = new RegExp(`^(?:\\d+\\.\\s*)?${STATUS}$`, 'iu')

/** The status: of the front matter, of its section, or of a line near the top. */
function statusOf(source: Source): Status | null {
  const { text, markdown, starts, frontMatter } = source
  const node = frontMatter?.nodes.get('/status')
  const field = frontMatter?.fields.status
  if (node && typeof field === 'string') {
    return { ...node.value, text: field, place: placeOf(starts, node.value.start, node.value.end) }
  }
  if (!markdown) return null
  const index = markdown.headings.findIndex((one) => one.topLevel && HEADING.test(one.text))
  const heading = markdown.headings[index]
  if (heading) {
    const next = markdown.headings.slice(index + 1).find(({ topLevel }) => topLevel)
    const range = { start: heading.end, end: next?.start ?? text.length }
    const line = /\S[^\r\n]*/.exec(text.slice(range.start, range.end).replaceAll(/<!--[\s\S]*?-->/g, blank))
    const said = line
      ? { start: range.start + line.index, end: range.start + line.index + line[0].length }
      : range
    // Below the heading the whole section is about the status.
    return {
      ...range,
      text: line?.[0] ?? '',
      place: line ? placeOf(starts, said.start, said.end) : heading.place,
    }
  }
  const sections = markdown.headings.filter(({ depth, topLevel }) => depth > 1 && topLevel)
  const top = { start: markdown.start, end: sections[0]?.start ?? text.length }
  const found = LINE.exec(text.slice(top.start, top.end))
  if (!found) return null
  const start = top.start + found.index
  const end = start + found[0].length
  return { start, end, text: found[1] ?? '', place: placeOf(starts, end - (found[1]?.length ?? 0), end) }
}

function blank(text: string): string {
  return ' '.repeat(text.length)
}

/** Without links, emphasis, signs in front, and what follows the words. */
function plainStatus(written: string): string | null {
  const plain = written
    .replaceAll(/\[([^\]]*)\](?:\([^)]*\))?/g, '$1')
    .replaceAll(/[*_`~]/g, '')
    .replace(/^[^\p{L}{]+/u, '')
    .trim()
    .toLowerCase()
  return plain === '' ? null : plain
}

/** What may be edited in an accepted record: its status, and lines that say what replaces what. */
const RELATION = /^[ \t>*_-]*(?:supersed|replace[sd]|amend|deprecat)[^\r\n]*$/gim

/** The status and the lines around it about other records, as text and as ranges. */
function headOf(
  { text, markdown }: Source,
  status: Status | null,
): { text: string; ranges: readonly Range[] } {
  const from = markdown?.start ?? 0
  const lines = [...text.matchAll(RELATION)].map(({ 0: line, index }) => ({
    start: index,
    end: index + line.length,
  }))
  const ranges = [...(status && status.start >= from ? [status] : []), ...lines]
  const said = [status?.text ?? '', ...ranges.map(({ start, end }) => text.slice(start, end))]
  return { text: said.join('\n'), ranges }
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

const BY = /(?:supersed\w*|replaced)[ -]+by\b([^\r\n]*)/gi
const REPLACES = /(?:^|[^\w-])(?:supersedes|replaces)\b[*_]*:?([^\r\n]*)/gim

/** `Supersedes: None (extends ADR-0004)`. */
const NONE = /^[\s:*_]*(?:none|nothing|n\/a|no\b|-\s*$|—)/i

function numbersBehind(text: string, words: RegExp): number[] {
  return [...text.matchAll(words)].flatMap(([, behind = '']) =>
    NONE.test(behind) ? [] : referencesIn(behind),
  )
}

/** `ADR-0012`, `ADR 12`, `[12. A queue](0012-a-queue.md)`. */
const REFERENCE = /\badr[-_ #]{0,2}(\d{1,5})\b|\]\((?:\.\/)?(?:adr[-_])?(\d{1,5})[-_.][^)\s]*\)/gi

function referencesIn(text: string): number[] {
  return [...text.matchAll(REFERENCE)].map(([, named, linked]) => Number(named ?? linked))
}

/** `supersedes: [ADR-0012]`, `relations: [{ type: supersedes, target: ADR-0012 }]`. */
function relationsOf({ frontMatter }: Source, type: RegExp): number[] {
  const { relations, ...fields } = frontMatter?.fields ?? {}
  const own = Object.entries(fields).flatMap(([key, value]) => (type.test(key) ? [value] : []))
  const listed = (Array.isArray(relations) ? relations : []).flatMap((one: Json) =>
    isJsonObject(one) && typeof one.type === 'string' && type.test(one.type) ? [one.target ?? null] : [],
  )
  return [...own, ...listed]
    .flat()
    .flatMap((one) => (typeof one === 'number' ? [one] : typeof one === 'string' ? referencesIn(one) : []))
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

/** Words that a status starts with, by what they mean for a record. */
const STATES: readonly (readonly [RegExp, 'open' | 'accepted' | 'over'])[] = [
  [
    /^(?:proposed|proposal|draft|pending|in (?:review|progress|discussion)|under (?:review|discussion)|wip|open|deferred|on hold|postponed|request(?:ed)? for comments?|rfc|vorgeschlagen|entwurf|proposé|提案|草案)/,
    'open',
  ],
  [
    /^(?:accepted|approved|adopted|agreed|decided|active|current|implemented|final|ratified|done|completed?|partially implemented|akzeptiert|angenommen|accepté|已接受|承認)/,
    'accepted',
  ],
  [
    /^(?:superseded|replaced|deprecated|rejected|declined|withdrawn|obsolete|retired|abandoned|cancell?ed|not implemented|amended|abgelehnt|ersetzt|veraltet|rejeté|obsolète|已废弃|已拒绝)/,
    'over',
  ],
]

/** What a status means; null for one of words of its own. */
export function stateOf(status: string): 'open' | 'accepted' | 'over' | null {
  return STATES.find(([words]) => words.test(status))?.[1] ?? null
}

/** True where a template's choice was left: `proposed | accepted | …`. */
export function isChoice(status: string): boolean {
  return status.startsWith('{') || status.split('|').length > 2
}
