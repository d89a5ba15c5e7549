import type { Alike } from '../../core/diagnostic.ts'
import type { Heading } from '../../core/markdown.ts'
import type { Source } from '../../core/source.ts'
import { dateOrIdIn } from '../../formats/date-or-id.ts'
import type { EntryLog } from '../../formats/entry-log.ts'
import { shownHeading } from './shown-heading.ts'

/** Neighbouring headings of one shape that are not read as entries. */
export type HeadingRun = {
  readonly first: Heading
  readonly alike: Alike
  /** The first of them; of several what they have in common, if that can be said: `## 2/27/2025 - …`. */
  readonly shown: string
}

/**
 * The unread headings of a log in runs. An entry between two headings parts them, and so does a comment right above one: it may
 * be about that heading alone.
 */
export function headingRuns({ markdown }: Source, { entries, unread }: EntryLog): HeadingRun[] {
  const commented = new Set(markdown?.comments.map(({ place }) => place.endLine + 1))
  const isAlone = ({ place }: Heading): boolean => commented.has(place.line)
  const isUnread = new Set(unread)
  const all = [...entries.map(({ heading }) => heading), ...unread].sort((a, b) => a.start - b.start)
  const runs: { first: Heading; shape: string; count: number }[] = []
  for (const [i, heading] of all.entries()) {
    if (!isUnread.has(heading)) continue
    const above = all[i - 1]
    const last = runs.at(-1)
    const shape = shapeOf(heading)
    const goesOn = above && isUnread.has(above) && !isAlone(above) && !isAlone(heading)
    if (last && goesOn && last.shape === shape) last.count += 1
    else runs.push({ first: heading, shape, count: 1 })
  }
  return runs.map(({ first, shape, count }) => {
    const shown = count > 1 ? inCommon(first) : shownHeading(first)
    return { first, alike: { shape, count }, shown: shown.replaceAll('`', "'") }
  })
}

/** A mark in brackets that a heading starts with, where it holds no date: `[TBD]`. */
const MARK = /^\[[^\]]*\](?![([])/

/** The depth, and the form of the date, id or mark in it: digits and letters count by their runs. */
function shapeOf({ depth, text }: Heading): string {
  const { start, end } = dateOrIdIn(text) ?? { start: 0, end: MARK.exec(text)?.[0].length ?? 0 }
  const form = text
    .slice(start, end)
    .replaceAll(/\d+/g, '0')
    .replaceAll(/\p{L}+/gu, 'a')
  return `${'#'.repeat(depth)} ${isAtStart(text, start) ? '' : '…'}${form}`
}

function isAtStart(text: string, start: number): boolean {
  return !/[\p{L}\p{N}]/u.test(text.slice(0, start))
}

/** What stands behind the date or id at the start is each heading's own. */
function inCommon(heading: Heading): string {
  const { depth, text } = heading
  const found = dateOrIdIn(text)
  if (!found || !isAtStart(text, found.start)) return shownHeading(heading)
  const rest = text.slice(found.end)
  const title = rest.search(/[\p{L}\p{N}]/u)
  if (title < 0) return shownHeading(heading)
  return `${'#'.repeat(depth)} ${text.slice(0, found.end + title)}…`
}
