import { bulletStops } from './bullet-stops.ts'
import { headingStops } from './heading-stops.ts'
import { lineStops } from './line-stops.ts'
import { isBare, type LogText, type Remark } from './log-text.ts'
import type { Stop } from './stop.ts'

/** Everything that may start something in a log, in order, and what keeps it from being read. */
export type Stops = { readonly stops: readonly Stop[]; readonly blocked: readonly Remark[] }

/** Lists under such a heading tell of the document, and are no log of their own. */
const OF_DOCUMENT = /^(?:change ?log|(?:revision |version |document )?history|timeline|(?:recent )?updates)$/i

/**
 * Finds what a log consists of: headings with days; only where there is none, lines with days; and only where there is
 * none of those, list items with days. A log has one form, and what looks like another one is text.
 */
export function findStops(log: LogText): Stops {
  const headings = headingStops(log)
  if (headings.some(({ mark }) => mark !== null)) return { stops: headings, blocked: [] }
  const lines = lineStops(log)
  if (lines.length > 0) return { stops: ordered([...headings, ...lines]), blocked: [] }
  const { stops: bullets, blocked } = bulletStops(log)
  const first = bullets[0]
  if (!first || !isLogOf(log, headings, first)) return { stops: headings, blocked: [] }
  const stops = ordered([...headings, ...bullets])
  return { stops, blocked: [...blocked, ...betweenItems(log, stops, blocked)] }
}

/** A list is the log where no section with text of its own comes before it, but for the title and the one it stands in. */
function isLogOf(log: LogText, headings: readonly Stop[], first: Stop): boolean {
  const before = headings.filter(({ start }) => start < first.start)
  const last = before.at(-1)
  if (last && last !== headings[0] && OF_DOCUMENT.test(last.text)) return false
  return before.every((stop, index) => {
    const isTitle = index === 0 && stop.depth === 1
    return isTitle || stop === last || isBare(log, stop.end, before[index + 1]?.start ?? first.start)
  })
}

/** Text behind a list would become part of its last item. */
function betweenItems(log: LogText, stops: readonly Stop[], known: readonly Remark[]): Remark[] {
  if (known.length > 0) return []
  return stops.flatMap((stop, index) => {
    const isLoose =
      stop.style === 'item' && !isBare(log, stop.end, stops[index + 1]?.start ?? log.text.length)
    return isLoose ? [{ line: stop.line, what: LOOSE }] : []
  })
}

const LOOSE =
  'is followed by text that belongs to no list item: indent it to make it part of this one, or move it above the list'

function ordered(stops: readonly Stop[]): Stop[] {
  return [...stops].sort((a, b) => a.start - b.start)
}
