import type { Heading, Range } from '../core/markdown.ts'
import { countBefore } from './count-before.ts'
import { dateOrIdIn } from './date-or-id.ts'

/** The headings of a log that were read, or were meant, as the start of an entry. */
type Known = {
  readonly entries: ReadonlySet<Heading>
  readonly misshapen: ReadonlySet<Heading>
  /** Those that are reported as dashes in a wrong place. */
  readonly underlined: ReadonlySet<Heading>
}

/**
 * The headings of a log that look like an entry and are not read as one. Behind the first entry that is every other heading
 * at the depth of entries or above; before it, one that holds a date or an id. A log without either may keep its
 * entries under any heading of depth 3.
 */
export function unreadHeadings(headings: readonly Heading[], known: Known): readonly Heading[] {
  const { entries, misshapen, underlined } = known
  const high = headings.filter(({ topLevel, depth }) => topLevel && depth <= ENTRY_DEPTH)
  const first = high.find((one) => one.depth === ENTRY_DEPTH && (entries.has(one) || misshapen.has(one)))
  const isSuspect = (one: Heading): boolean =>
    misshapen.has(one) ||
    (one.topLevel &&
      one.depth <= ENTRY_DEPTH &&
      !underlined.has(one) &&
      ((first !== undefined && one.start > first.start) || dateOrIdIn(one.text) !== null))
  const unread = headings.filter((one) => !entries.has(one) && isSuspect(one))
  if (first || unread.length > 0) return unread
  return high.filter(({ depth }) => depth === ENTRY_DEPTH)
}

/** The first heading in an entry that is no heading of it; `range` is the entry's text behind its own. */
export function innerHeading(headings: readonly Heading[], { start, end }: Range): Heading | null {
  for (let at = countBefore(headings, start); ; at++) {
    const heading = headings[at]
    if (heading === undefined || heading.end > end) return null
    if (heading.topLevel && heading.depth <= ENTRY_DEPTH) return heading
  }
}

/** The depth of an entry's heading. */
export const ENTRY_DEPTH = 3
