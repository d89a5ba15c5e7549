import type { LogShape } from '../../core/log-shape.ts'
import type { Heading } from '../../core/source.ts'
import { lineStart, trimmedEnd } from '../../core/text.ts'
import { cutLog, type EntryHead, type EntryLog, type LogText } from '../entry-log.ts'
import { findDateOrId } from '../unread-headings.ts'
import {
  bulletCandidates,
  type Candidate,
  headingCandidates,
  nextText,
  outerBlocks,
  rowCandidates,
  stampCandidates,
} from './candidates.ts'
import { isMarked } from './entry-marks.ts'
import { isFixedText, matchPattern } from './entry-pattern.ts'
import { hasText, isAsideTitle, isSectionTitle } from './plain-entries.ts'
import { clauseOf, type HeadTokens, readHead } from './read-head.ts'

/** A log of any shape. */
export type ShapedLog = EntryLog & {
  /** Where else than at an entry or a tombstone the entry above ends. */
  readonly stops: readonly number[]
}

/** What starts an entry, what else is cut at, and what is read as neither. */
type Heads = {
  readonly heads: readonly EntryHead[]
  readonly stops: readonly number[]
  readonly unread: readonly Heading[]
}

/** Reads the entries of a log by its shape. Everything is a range of the text, as in `entryLog`. */
export function shapedLog(log: LogText, shape: LogShape): ShapedLog {
  const { heads, stops, unread } = HEADS[shape.unit](log, shape)
  const cut = cutLog(log, { heads, stops, isSection: () => false, innerDepth: 0, undated: true })
  return { ...cut, misshapen: [], unread, stops }
}

/** Where the entries of a log start by a shape, what their first lines say, and where else an entry ends. */
export function cutsOf(
  log: LogText,
  shape: LogShape,
): { readonly heads: readonly EntryHead[]; readonly stops: readonly number[] } {
  return HEADS[shape.unit](log, shape)
}

const HEADS: { readonly [unit in LogShape['unit']]: (log: LogText, shape: LogShape) => Heads } = {
  heading: headingHeads,
  line: lineHeads,
  bullet: bulletHeads,
  row: rowHeads,
}

/** Null where a candidate is no entry by the shape. */
function headOf(log: LogText, candidate: Candidate, { unit, pattern, mark }: LogShape): EntryHead | null {
  const { heading, start, text } = candidate
  const head = (tokens: HeadTokens): EntryHead => ({ heading, start, ...tokens })
  if (pattern !== null) {
    const cut = unit === 'row' ? (/^[ \t]*\|[ \t]*/.exec(text.text)?.[0].length ?? 0) : 0
    const tokens = matchPattern(pattern, text.text.slice(cut), text.start + cut)
    if (tokens && isFixedText(pattern)) return head(tokensBelow(log, candidate) ?? tokens)
    return tokens && head(unit === 'heading' ? tokens : { ...tokens, title: clauseOf(tokens.title) })
  }
  if (mark !== null && !isMarked(candidate, mark)) return null
  if (candidate.cells) return head(rowTokens(candidate.cells))
  const tokens = readHead(text.text, text.start)
  if (unit !== 'heading') return head({ ...tokens, title: clauseOf(tokens.title) })
  if (mark === null && tokens.date.text === '' && isAsideTitle(text.text)) return null
  return head(isBareName(text.text) ? (tokensBelow(log, candidate) ?? tokens) : tokens)
}

/** `### Decision (Code)`: a heading that only says what it heads. */
const BARE_NAME =
  /^[^\p{L}\p{N}]*(?:decision|lesson|learning|entry|决策|决定|決定|решение)s?(?: ?\([^()]*\))?\s*[:：]?$/iu

/** True for a heading that only says what it heads. */
export function isBareName(text: string): boolean {
  return BARE_NAME.test(text)
}

/** What the first words below a heading say, as a list item or a line; null where there are none. */
export function tokensBelow({ text, markdown }: LogText, { heading }: Candidate): HeadTokens | null {
  let start = nextText(text, heading.end)
  // A template leaves an empty list item behind.
  for (
    let mark = BULLET_MARK.exec(text.slice(start, start + 8));
    mark;
    mark = BULLET_MARK.exec(text.slice(start, start + 8))
  )
    start = nextText(text, start + mark[0].length)
  if (start >= text.length || markdown.headings.some((other) => other.start === start)) return null
  const line = /[^\r\n]*/.exec(text.slice(start))?.[0] ?? ''
  const tokens = readHead(line, start)
  const title = clauseOf(tokens.title)
  return title.text === '' ? null : { ...tokens, title }
}

const BULLET_MARK = /^[-*+](?=\s)/

function rowTokens(cells: NonNullable<Candidate['cells']>): HeadTokens {
  const dated = cells.find((cell) => readHead(cell.text, cell.start).date.text !== '')
  const title = cells.find((cell) => cell !== dated && cell.text.length > 3) ?? cells[1] ?? cells[0]
  const { date, day } = readHead(dated?.text ?? '', dated?.start ?? 0)
  return { date, day, title: clauseOf(title ?? date) }
}

function headingHeads(log: LogText, shape: LogShape): Heads {
  const all = headingCandidates(log)
  const heads: EntryHead[] = []
  const stops: number[] = []
  const others: Candidate[] = []
  let open: number | null = null
  // Further headings of a round are parts of the entry that its first one starts.
  const isRound = shape.pattern !== null && isFixedText(shape.pattern)
  for (const [i, candidate] of all.entries()) {
    const { depth } = candidate.heading
    const head = isAtDepth(all, i, shape) ? headOf(log, candidate, shape) : null
    if (head && (open === null || depth <= open)) {
      heads.push(head)
      open = depth
    } else if (depth <= (open ?? shape.depth) && !(isRound && depth === shape.depth)) {
      others.push(candidate)
      stops.push(candidate.start)
      open = null
    }
  }
  return {
    heads: withClosingDays(log, heads, stops),
    stops,
    unread: unreadIn(log, heads, others, shape.depth),
  }
}

/** An entry without a day in its heading may have it in its last line, alone: `*2026-01-05 10:00*`. */
function withClosingDays(
  { text }: LogText,
  heads: readonly EntryHead[],
  stops: readonly number[],
): readonly EntryHead[] {
  const starts = [...heads.map(({ start }) => start), ...stops].sort((a, b) => a - b)
  return heads.map((head) => {
    if (head.date.text !== '') return head
    const end = trimmedEnd(text, head.start, starts.find((start) => start > head.start) ?? text.length)
    const start = Math.max(lineStart(text, end), head.heading.end)
    const { date, day, title } = readHead(text.slice(start, end), start)
    return date.text !== '' && title.text === '' ? { ...head, date, day } : head
  })
}

/**
 * A heading of the entries' depth may start one; where a date marks them, so may one of another depth, unless entries of that
 * depth lie under it.
 */
function isAtDepth(all: readonly Candidate[], i: number, { depth, pattern, mark }: LogShape): boolean {
  const own = all[i]?.heading.depth ?? 0
  if (own === depth) return i > 0 || own > 1 || all.filter(({ heading }) => heading.depth === 1).length > 1
  if (pattern !== null || mark === null || !isAnyDepth(own, i, depth, mark)) return false
  for (let at = i + 1; at < all.length; at++) {
    const below = all[at]
    if (!below || below.heading.depth <= own) return true
    if (below.heading.depth === depth && isMarked(below, mark)) return false
  }
  return true
}

/** A date says at any depth but the title's that a heading is an entry; a label says it above the others' depth. */
function isAnyDepth(own: number, i: number, depth: number, mark: LogShape['mark']): boolean {
  if (mark === 'date') return own > 1 && own <= 4
  return mark === 'label' && own < depth && i > 0
}

/**
 * Headings that are read as no entry and group none. Before the first entry those are reported that have a date or an id, or
 * the depth of entries and no name of a section.
 */
function unreadIn(
  log: LogText,
  heads: readonly EntryHead[],
  others: readonly Candidate[],
  depth: number,
): readonly Heading[] {
  const first = heads[0]?.start ?? Number.POSITIVE_INFINITY
  const isLike = (one: Candidate): boolean =>
    one.start > first ||
    findDateOrId(one.text.text) !== null ||
    (one.heading.depth === depth && heads.length > 0 && !isSectionTitle(one.text.text) && hasText(log, one))
  const all = [...heads, ...others].sort((a, b) => a.start - b.start)
  const groups = groupsIn(log, all, depth)
  return others.filter((one) => !groups.has(one.start) && isLike(one)).map(({ heading }) => heading)
}

/** Where headings start that only group: above the entries' depth with entries below them, or right before an entry or a group. */
function groupsIn(
  { text }: LogText,
  all: readonly (EntryHead | Candidate)[],
  depth: number,
): ReadonlySet<number> {
  const starts = new Set(all.map(({ start }) => start))
  const groups = new Set<number>()
  let below = Number.POSITIVE_INFINITY
  for (const one of [...all].reverse()) {
    const own = one.heading.depth
    const isEntry = 'title' in one
    const hasEntries = own < depth && below > own && below < Number.POSITIVE_INFINITY
    if (!isEntry && (hasEntries || starts.has(nextText(text, one.heading.end)))) groups.add(one.start)
    // What follows a heading of some depth lies below it, and no longer below one further up of the same depth.
    if (isEntry) below = own
    else if (own <= below) below = Number.POSITIVE_INFINITY
  }
  return groups
}

/** A line's entry goes on to the next one; headings right before that are no part of it. */
function lineHeads(log: LogText, shape: LogShape): Heads {
  const heads = stampCandidates(log).flatMap((one) => headOf(log, one, shape) ?? [])
  const starts = new Set(heads.map(({ start }) => start))
  const headings = headingCandidates(log)
  const stops: number[] = []
  for (const { heading, start } of [...headings].reverse()) {
    if (!starts.has(nextText(log.text, heading.end))) continue
    starts.add(start)
    stops.push(start)
  }
  const inner = headings.filter(({ start }) => start > (heads[0]?.start ?? 0) && !starts.has(start))
  return { heads, stops: [...stops, ...behindLines(inner, heads)], unread: [] }
}

/** Where what follows a list of lines starts: headings below the last line alone, if other lines or their names say that. */
function behindLines(inner: readonly Candidate[], heads: readonly EntryHead[]): readonly number[] {
  const [first] = inner
  const last = heads.at(-1)
  if (!first || !last || first.start < last.start) return []
  return heads.length > 2 || isBareName(first.text.text) ? inner.map(({ start }) => start) : []
}

function bulletHeads(log: LogText, shape: LogShape): Heads {
  const all = bulletCandidates(log)
  const own = all.filter((one) => shape.pattern !== null || !isAside(log, one))
  // Where all of them are in such a section, it is the log.
  const candidates = own.length > 0 ? own : all
  const heads = candidates.flatMap((one) => headOf(log, one, shape) ?? [])
  const lists = outerBlocks(log.markdown.blocks).filter(({ type }) => type === 'list')
  const headings = headingCandidates(log)
  const ends = lists.map(({ end }) => nextLine(log, end))
  const stops = [...ends, ...headings.map(({ start }) => start)]
  const taken = new Set(heads.map(({ start }) => start))
  const others = candidates.filter(({ start }) => !taken.has(start))
  const listOf = ({ start }: { readonly start: number }): number =>
    lists.findLastIndex((one) => one.start <= start)
  const known = new Set(heads.map(listOf))
  const unread =
    shape.mark === null && shape.pattern === null
      ? topicsWithout(log, heads, headings)
      : others.filter((one) => known.has(listOf(one)))
  return {
    heads,
    stops: [...stops, ...others.map(({ start }) => start)],
    unread: unread.map(({ heading }) => heading),
  }
}

/** True for a list item in a section about the log, or about the entries above it: `How to use`, `Rationale`. */
function isAside(log: LogText, { start }: Candidate): boolean {
  const above = headingCandidates(log).findLast((one) => one.start < start)
  return above !== undefined && isAsideTitle(above.text.text)
}

/** Topics of list items that have text and no list: what they say may be an entry. */
function topicsWithout(
  log: LogText,
  heads: readonly EntryHead[],
  headings: readonly Candidate[],
): readonly Candidate[] {
  const starts = heads.map(({ start }) => start)
  const topics = headings.filter(({ heading }, i) => i > 0 || heading.depth > 1)
  return topics.filter((one) => {
    const next = headings.find(({ start }) => start > one.start)?.start ?? log.text.length
    const isListed = starts.some((start) => start > one.start && start < next)
    return !isListed && hasText(log, one) && !isSectionTitle(one.text.text)
  })
}

function rowHeads(log: LogText, shape: LogShape): Heads {
  const candidates = rowCandidates(log)
  const heads = candidates.flatMap((one) => headOf(log, one, shape) ?? [])
  const stops = candidates.map(({ text }) => nextLine(log, text.end))
  const taken = new Set(heads.map(({ start }) => start))
  const unread = rowsByTable(candidates).flatMap((rows) =>
    rows.some(({ start }) => taken.has(start)) ? rows.filter(({ start }) => !taken.has(start)) : [],
  )
  return { heads, stops, unread: unread.map(({ heading }) => heading) }
}

/** Rows on lines that follow each other. */
function rowsByTable(rows: readonly Candidate[]): (readonly Candidate[])[] {
  const tables: Candidate[][] = []
  let line = -1
  for (const row of rows) {
    const last = tables.at(-1)
    if (last && row.heading.place.line === line + 1) last.push(row)
    else tables.push([row])
    line = row.heading.place.line
  }
  return tables
}

/** Where the line starts that holds the next text; the end where there is none. */
function nextLine({ text }: LogText, from: number): number {
  const at = nextText(text, from)
  return Math.max(from, lineStart(text, at))
}
