import type { ExpectedLog, LogShape } from '../../core/log-shape.ts'
import type { Range } from '../../core/source.ts'
import type { EntryHead, LogText } from '../entry-log.ts'
import { findDate } from '../unread-headings.ts'
import { type Candidate, headingCandidates } from './candidates.ts'
import { areIds, isMarked, isNamedId } from './entry-marks.ts'
import { isSectionTitle } from './plain-entries.ts'
import { cutsOf } from './shaped-log.ts'

/** One way to read a log, and how well it explains the file. */
export type Measured = {
  readonly shape: LogShape
  /** Where the entries that it finds start. */
  readonly starts: readonly number[]
  /** The part of the file's text and headings that are in entries, or that say what the entries are about: 0 to 1. */
  readonly explained: number
  /** How much the entries that it finds look like such: 0 to 1. */
  readonly looks: number
  /** `explained` times `looks`. The best reading has the highest. */
  readonly score: number
}

/** So much text in front of the first entry is an introduction, however long the log is. */
const INTRODUCTION = 600

/** Words below the heading of a group, in front of its first entry. */
const GROUP_WORDS = 300

/** So much text in no entry, in all of a file, is a remark. */
const REMARKS = 200

/** What parts entries, and is no text: rules, comments, a lone list mark. */
const FURNITURE = /<!--[\s\S]*?-->|^[ \t]*(?:(?:[-*_][ \t]*){3,}|[-*+])[ \t]*$/gm

/** Of texts that should be entries of one form, so many have to differ. */
const DISTINCT = 0.7

/**
 * How much of a log a form explains. Text that says what the log is (in front of the first heading, and below headings such
 * as `How to use`) is left out of the account; what then lies in no entry is not explained.
 */
export function measureReading(
  log: LogText,
  shape: LogShape,
  { weight, expected }: { readonly weight: number; readonly expected: ExpectedLog },
): Measured {
  const { heads, stops } = cutsOf(log, shape)
  const explained = heads.length === 0 ? 0 : explainedPart(log, heads, stops)
  const distinct = Math.min(1, distinctPart(heads) / DISTINCT)
  const looks =
    weight *
    distinct *
    (expected === 'archive' ? 1 : wordyPart(heads) * onePart(log, heads, stops) * depthPart(heads, shape))
  return { shape, starts: heads.map(({ start }) => start), explained, looks, score: explained * looks }
}

function explainedPart(log: LogText, heads: readonly EntryHead[], stops: readonly number[]): number {
  const { text, markdown } = log
  const headings = headingCandidates(log)
  const title = headings[0]?.heading.depth === 1 ? headings[0] : null
  const items = rangesOf(heads, stops, text.length)
  const read = items.reduce((sum, { start, end }) => sum + lengthOf(text, start, end), 0)
  const own = new Set(heads.map(({ start }) => start))
  const others = headings.filter((one) => one !== title && !own.has(one.start) && !isInside(items, one.start))
  const groups = groupsOf(others, headings, items)
  const unread = others.filter((one) => !groups.has(one) && !isSectionTitle(one.text.text))
  const left = outside(log, items, { others, from: title?.heading.end ?? markdown.start }).reduce(
    (sum, part) => sum + unexplained(text, part, { groups, total: text.length }),
    0,
  )
  const counted = headings.length - (title ? 1 : 0) - (others.length - unread.length - groups.size)
  const headingPart = counted <= 0 ? 1 : 1 - unread.length / counted
  return (
    (read === 0 ? 0 : read / (read + Math.max(0, left - Math.min(REMARKS, read / 4)))) * 0.6 +
    headingPart * 0.4
  )
}

/** Where each entry of a reading lies: up to the next one, or to what ends it. */
function rangesOf(heads: readonly EntryHead[], stops: readonly number[], end: number): readonly Range[] {
  const cuts = [...new Set([...heads.map(({ start }) => start), ...stops])].sort((a, b) => a - b)
  const next = new Map(cuts.map((at, i) => [at, cuts[i + 1] ?? end]))
  return heads.map(({ start }) => ({ start, end: next.get(start) ?? end }))
}

function isInside(items: readonly Range[], at: number): boolean {
  const last = items[lastUpTo(items, at)]
  return last !== undefined && at < last.end
}

/** The last range that starts at an offset or before it, by its position; -1 for none. */
function lastUpTo(ranges: readonly Range[], at: number): number {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.start ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Headings outside of entries that have one below them: topics, years. */
function groupsOf(
  others: readonly Candidate[],
  headings: readonly Candidate[],
  items: readonly Range[],
): ReadonlySet<Candidate> {
  return new Set(
    others.filter((one) => {
      const at = headings.indexOf(one)
      const next = headings.slice(at + 1).find(({ heading }) => heading.depth <= one.heading.depth)
      const first = items[lastUpTo(items, one.start) + 1]
      return first !== undefined && first.start < (next?.start ?? Number.POSITIVE_INFINITY)
    }),
  )
}

/** A part of a log that is in no entry, and the heading that starts it; null for none. */
type Outside = Range & { readonly heading: Candidate | null; readonly isFirst: boolean }

function outside(
  log: LogText,
  items: readonly Range[],
  { others, from }: { readonly others: readonly Candidate[]; readonly from: number },
): readonly Outside[] {
  const byStart = new Map(others.map((one) => [one.start, one]))
  const cuts = [from, ...items.map(({ end }) => end), ...byStart.keys()]
    .filter((at) => at >= from && !isInside(items, at))
    .sort((a, b) => a - b)
  return [...new Set(cuts)].map((start, i, all) => {
    const item = items[lastUpTo(items, start) + 1]
    const end = Math.min(all[i + 1] ?? log.text.length, item?.start ?? log.text.length)
    return { start, end, heading: byStart.get(start) ?? null, isFirst: i === 0 }
  })
}

/** How many characters of a part no entry has, and nothing about the log either. */
function unexplained(
  text: string,
  { start, end, heading, isFirst }: Outside,
  { groups, total }: { readonly groups: ReadonlySet<Candidate>; readonly total: number },
): number {
  if (!heading) {
    const free = isFirst ? Math.max(Math.min(INTRODUCTION, total * 0.3), total * 0.15) : 0
    return Math.max(0, lengthOf(text, start, end) - free)
  }
  if (isSectionTitle(heading.text.text)) return 0
  if (!groups.has(heading)) return lengthOf(text, start, end)
  return Math.max(0, lengthOf(text, heading.heading.end, end) - GROUP_WORDS)
}

function lengthOf(text: string, start: number, end: number): number {
  return text.slice(start, end).replaceAll(FURNITURE, '').trim().length
}

/** Titles that come again and again are parts of entries, and no entries. */
function distinctPart(heads: readonly EntryHead[]): number {
  const names = heads.map(({ title, date }) => `${date.text} ${title.text}`.toLowerCase())
  return new Set(names).size / Math.max(1, names.length)
}

/** An entry has one heading that holds an id, or calls itself an entry: one with several is a group of them. */
function onePart(log: LogText, heads: readonly EntryHead[], stops: readonly number[]): number {
  const items = rangesOf(heads, stops, log.text.length)
  const headings = headingCandidates(log)
  const named = headings.filter(isNamedId)
  const ids = new Set(areIds(named) ? named : [])
  const counts = new Map<number, number>()
  for (const one of headings) {
    const at = lastUpTo(items, one.start)
    const isInItem = one.start < (items[at]?.end ?? 0)
    if (isInItem && (isMarked(one, 'date') || ids.has(one) || isMarked(one, 'name')))
      counts.set(at, (counts.get(at) ?? 0) + 1)
  }
  const all = [...counts.values()]
  const total = all.reduce((sum, count) => sum + count, 0)
  return total === 0 ? 1 : all.length / total
}

/** Most entries of headings have the depth of the reading: one that finds them at another depth is named by the exception. */
function depthPart(heads: readonly EntryHead[], { unit, depth }: LogShape): number {
  if (unit !== 'heading') return 1
  const own = heads.filter(({ heading }) => heading.depth === depth).length
  return own * 2 >= heads.length ? 1 : own / heads.length
}

/** Titles that only label what follows: `Why:`, `Context`. */
function wordyPart(heads: readonly EntryHead[]): number {
  const labels = heads.filter(
    ({ title, date }) =>
      date.text === '' &&
      (/[:：]$/.test(title.text) || isSectionTitle(title.text)) &&
      findDate(title.text) === null,
  )
  return 1 - labels.length / Math.max(1, heads.length)
}
