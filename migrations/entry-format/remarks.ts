import { openBlocks, swallowingBlocks } from '../../src/formats/unread-headings.ts'
import { type Group, isPartName } from './arrange.ts'
import { isWithoutText, type LogText, type Remark, type Stop } from './log-text.ts'

/** A heading that names a day and starts no entry as long as a block above it is open. */
const DATED_HEADING = /^ {0,3}#{1,6}[ \t].*\d{4}-\d{2}-\d{2}/m

/** Blocks that are never closed, or close too late: text in them that looks like an entry is none. */
export function remarkOpenBlocks({ markdown, text }: LogText): Remark[] {
  return [...openBlocks(markdown), ...swallowingBlocks(markdown, text, DATED_HEADING)].map(
    ({ type, place }) => {
      const what = type === 'fence' ? 'a fence' : 'an HTML block'
      return {
        line: place.line,
        what: `opens ${what} that is not closed where its content ends: close it, then run again`,
      }
    },
  )
}

/** Headings that look like entries among entries and name no day: to the entry reader they belong to the entry above. */
export function remarkUndated(groups: readonly Group[]): Remark[] {
  return groups.flatMap(({ role, stop }) => (role === 'undated' ? [{ line: stop.line, what: UNDATED }] : []))
}

const UNDATED =
  'is a heading among entries that names no day: start it with one, or give it more marks than the heading of its entry; ' +
  '`--with mark-undated` makes it an entry with a day to fill in'

/** What a person has to fill in once a log is in the form. */
export function remarkIncomplete(groups: readonly Group[]): Remark[] {
  return groups.flatMap(({ role, stop }) => {
    const what = role === 'entry' ? (stop.mark?.title === '' ? UNTITLED : null) : WAITING[role]
    return what === null ? [] : [{ line: stop.line, what }]
  })
}

const UNTITLED = 'names a day but no title: write in a few words what was decided or learned'
const WAITING = {
  left: 'names no single calendar day and is not an entry: write it as `### [YYYY-MM-DD] Title`',
  undated: 'names no day: fill in the day of the entry',
} as const

/** Headings above the first entry that look like entries without a day: they stay where they are. */
export function remarkAboveFirst(log: LogText, stops: readonly Stop[], groups: readonly Group[]): Remark[] {
  const first = groups[0]?.stop
  if (!first) return []
  return stops.flatMap((stop, index) => {
    const next = stops[index + 1]
    const isTitle = index === 0 && stop.depth === 1
    if (!next || isTitle || stop.start >= first.start || (stop.depth !== first.depth && stop.depth !== 3))
      return []
    return isWithoutText(log, stop.end, next.start) ? [] : [{ line: stop.line, what: ABOVE }]
  })
}

const ABOVE = 'is a heading above the first entry that names no day: it stays part of the introduction'

/** Headings as high as their entry's own, under a part that is even higher: they may have been separate entries. */
export function remarkDoubtfulParts(groups: readonly Group[]): Remark[] {
  return groups.flatMap(({ stop, parts }) =>
    parts
      .filter((part) => part.depth === stop.depth && !isPartName(part.text))
      .map(({ line }) => ({ line, what: DOUBTFUL })),
  )
}

const DOUBTFUL =
  'is a heading as high as that of the entry above it, and was taken for a part of it: check whether it is an entry'

/** The order of entries is kept, also of a log that starts with the newest. */
export function remarkNewestFirst(groups: readonly Group[]): Remark[] {
  const entries = groups.filter(({ role }) => role === 'entry')
  const dates = entries.map(({ stop }) => stop.mark?.date ?? '')
  const falls = dates.slice(1).filter((date, index) => date < (dates[index] ?? '')).length
  const rises = dates.slice(1).filter((date, index) => date > (dates[index] ?? '')).length
  const [first] = entries
  return first && falls > 0 && rises === 0 ? [{ line: first.stop.line, what: NEWEST_FIRST }] : []
}

const NEWEST_FIRST = 'is the newest entry of a log in newest-first order: the order is kept'

/** Why a log with text in sections has no entry. */
export function remarkNoEntry(log: LogText, stops: readonly Stop[], groups: readonly Group[]): Remark[] {
  if (groups.length > 0) return remarkIncomplete(groups)
  const first = stops.find((stop, index) => {
    return index > 0 && !isWithoutText(log, stop.end, stops[index + 1]?.start ?? log.text.length)
  })
  return first ? [{ line: first.line, what: NO_ENTRY }] : []
}

const NO_ENTRY = 'is in a log without a day in any heading, line or list item: start each entry with its day'

/** A log whose result differs from the plan is left unchanged. */
export const NOT_READ_BACK: Remark = {
  line: 1,
  what: 'is a log whose entries would not be read back unchanged: bring it into the form by hand',
}
