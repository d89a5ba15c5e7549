import type { LogShape } from '../../core/log-shape.ts'
import type { Heading } from '../../core/source.ts'
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
import { matchPattern } from './entry-pattern.ts'
import { isMarked } from './find-shape.ts'
import { clauseOf, type HeadTokens, readHead } from './read-head.ts'

/** A log of any shape. */
export type ShapedLog = EntryLog & {
  /** Headings above the entries that group them: an entry, or another such heading, comes right behind. */
  readonly sections: readonly Heading[]
  /** Where else than at an entry or a tombstone the entry above ends. */
  readonly stops: readonly number[]
}

/** What starts an entry, what else is cut at, and what is read as neither. */
type Heads = {
  readonly heads: readonly EntryHead[]
  readonly stops: readonly number[]
  readonly unread: readonly Heading[]
  readonly sections: readonly Heading[]
}

/** Reads the entries of a log by its shape. Everything is a range of the text, as in `entryLog`. */
export function shapedLog(log: LogText, shape: LogShape): ShapedLog {
  const { heads, stops, unread, sections } = HEADS[shape.unit](log, shape)
  const cut = cutLog(log, { heads, stops, isSection: () => false, innerDepth: 0, undated: true })
  return { ...cut, misshapen: [], unread, sections, stops }
}

/** Where the entries of a log start by a shape, and what their first lines say. */
export function entryHeads(log: LogText, shape: LogShape): readonly EntryHead[] {
  return HEADS[shape.unit](log, shape).heads
}

const HEADS: { readonly [unit in LogShape['unit']]: (log: LogText, shape: LogShape) => Heads } = {
  heading: headingHeads,
  line: lineHeads,
  bullet: bulletHeads,
  row: rowHeads,
}

/** Null where a candidate is no entry by the shape. */
function headOf(candidate: Candidate, { unit, pattern, mark }: LogShape): EntryHead | null {
  const { heading, start, text } = candidate
  const head = (tokens: HeadTokens): EntryHead => ({ heading, start, ...tokens })
  if (pattern !== null) {
    const cut = unit === 'row' ? (/^[ \t]*\|[ \t]*/.exec(text.text)?.[0].length ?? 0) : 0
    const tokens = matchPattern(pattern, text.text.slice(cut), text.start + cut)
    return tokens && head(unit === 'heading' ? tokens : { ...tokens, title: clauseOf(tokens.title) })
  }
  if (mark !== null && !isMarked(candidate, mark)) return null
  if (candidate.cells) return head(rowTokens(candidate.cells))
  const tokens = readHead(text.text, text.start)
  return head(unit === 'heading' ? tokens : { ...tokens, title: clauseOf(tokens.title) })
}

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
  for (const [i, candidate] of all.entries()) {
    const { depth } = candidate.heading
    const head = isAtDepth(all, i, shape) ? headOf(candidate, shape) : null
    if (head && (open === null || depth <= open)) {
      heads.push(head)
      open = depth
    } else if (depth <= (open ?? shape.depth)) {
      others.push(candidate)
      stops.push(candidate.start)
      open = null
    }
  }
  return { heads, stops, ...named(log, heads, others) }
}

/**
 * A heading of the entries' depth may start one; where a date tells them, so may one of another depth, unless entries of that
 * depth lie under it.
 */
function isAtDepth(all: readonly Candidate[], i: number, { depth, pattern, mark }: LogShape): boolean {
  const own = all[i]?.heading.depth ?? 0
  if (own === depth) return i > 0 || own > 1 || all.filter(({ heading }) => heading.depth === 1).length > 1
  if (pattern !== null || mark !== 'date' || own === 1 || own > 4) return false
  for (let at = i + 1; at < all.length; at++) {
    const below = all[at]
    if (!below || below.heading.depth <= own) return true
    if (below.heading.depth === depth && isMarked(below, mark)) return false
  }
  return true
}

/** Groups come right before an entry or another group; the rest is unread, before the first entry only if it looks like one. */
function named(
  { text }: LogText,
  heads: readonly EntryHead[],
  others: readonly Candidate[],
): Pick<Heads, 'unread' | 'sections'> {
  const first = heads[0]?.start ?? Number.POSITIVE_INFINITY
  const starts = new Set([...heads, ...others].map(({ start }) => start))
  const isGroup = ({ heading }: Candidate): boolean => {
    return starts.has(nextText(text, heading.end))
  }
  const late = others.filter((one) => one.start > first || findDateOrId(one.text.text) !== null)
  return {
    sections: others.filter((one) => one.start > first && isGroup(one)).map(({ heading }) => heading),
    unread: late.filter((one) => !isGroup(one)).map(({ heading }) => heading),
  }
}

/** A line's entry goes on to the next one; headings right before that are no part of it. */
function lineHeads(log: LogText, shape: LogShape): Heads {
  const heads = stampCandidates(log).flatMap((one) => headOf(one, shape) ?? [])
  const starts = new Set(heads.map(({ start }) => start))
  const headings = headingCandidates(log)
  const stops: number[] = []
  for (const { heading, start } of [...headings].reverse()) {
    if (!starts.has(nextText(log.text, heading.end))) continue
    starts.add(start)
    stops.push(start)
  }
  return { heads, stops, unread: [], sections: [] }
}

function bulletHeads(log: LogText, shape: LogShape): Heads {
  const candidates = bulletCandidates(log)
  const heads = candidates.flatMap((one) => headOf(one, shape) ?? [])
  const lists = outerBlocks(log.markdown.blocks).filter(({ type }) => type === 'list')
  const ends = lists.map(({ end }) => nextLine(log, end))
  const stops = [...ends, ...headingCandidates(log).map(({ start }) => start)]
  const taken = new Set(heads.map(({ start }) => start))
  const others = candidates.filter(({ start }) => !taken.has(start))
  return { heads, stops: [...stops, ...others.map(({ start }) => start)], unread: [], sections: [] }
}

function rowHeads(log: LogText, shape: LogShape): Heads {
  const candidates = rowCandidates(log)
  const heads = candidates.flatMap((one) => headOf(one, shape) ?? [])
  const stops = candidates.map(({ text }) => nextLine(log, text.end))
  return { heads, stops, unread: [], sections: [] }
}

/** Where the line starts that holds the next text; the end where there is none. */
function nextLine({ text }: LogText, from: number): number {
  const at = nextText(text, from)
  return Math.max(from, text.lastIndexOf('\n', at - 1) + 1, text.lastIndexOf('\r', at - 1) + 1)
}
