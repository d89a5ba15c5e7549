import type { LoadUnit } from '../../core/loading.ts'
import type { LoadLimit } from './limits.ts'
import type { LoadedText, Mark } from './loaded-text.ts'

/** What a model does not see of a text, in the order of the text. */
export type LostPart = {
  /** Units of the text that are not loaded. */
  readonly size: number
  /** Where it begins: the line, from 1, or where lines are not counted that of the last heading or list item before it. */
  readonly line: number
  /** Headings of it; the first may be the section that is cut in two. */
  readonly headings: readonly Mark[]
  /** List items at the top level. */
  readonly items: number
  /** Lines that take something back, while what they correct may be loaded. */
  readonly corrections: readonly Mark[]
}

/** How much of a text a limit leaves when `most` units of its unit are free: its start, and from where on its end. */
type Kept = { readonly until: number; readonly from: number }

/**
 * What is lost of a text when a model loads so many units of it; null when it loads all. `most` is what is left of the limit: less
 * than all of it where several texts share it.
 */
export function lostPart(
  text: LoadedText,
  { unit, keeps }: Pick<LoadLimit, 'unit' | 'keeps'>,
  most: number,
): LostPart | null {
  const all = text.size[unit]
  if (all <= most) return null
  const kept = keptOf(all, keeps, Math.max(most, 0))
  const isLost = (at: number): boolean => at >= kept.until && at < kept.from
  const position = positionIn(unit)
  const marks = text.marks.filter((mark) => isLost(position(mark)))
  return {
    size: kept.from - kept.until,
    line: lineOfCut(text, unit, kept.until),
    headings: marks.filter(({ what }) => what === 'heading'),
    items: text.items.filter((item) => isLost(item[ITEM_COLUMN[unit]])).length,
    corrections: marks.filter(({ what }) => what === 'correction'),
  }
}

const ITEM_COLUMN = { lines: 0, characters: 1, bytes: 2 } as const

function keptOf(all: number, keeps: LoadLimit['keeps'], most: number): Kept {
  if (keeps === 'start') return { until: most, from: all }
  const until = Math.floor(most * keeps.start)
  return { until, from: all - Math.floor(most * keeps.end) }
}

function positionIn(unit: LoadUnit): (mark: Mark) => number {
  return (mark) => mark[unit]
}

/** The last known line before the cut, where lines are not what is counted. */
function lineOfCut({ marks, items }: LoadedText, unit: LoadUnit, until: number): number {
  if (unit === 'lines') return until + 1
  const before = [
    ...marks.filter((mark) => mark[unit] <= until).map(({ lines }) => lines),
    ...items.filter((item) => item[ITEM_COLUMN[unit]] <= until).map(([line]) => line),
  ]
  return Math.max(0, ...before) + 1
}

/** Headings or corrections that a message names. */
const NAMED = 3

/** What is lost, for people: `"## Testing", "## Release" and 3 more headings; 14 list items`. */
export function describeLost({ headings, items, corrections }: LostPart): string {
  const parts = [
    ...(headings.length > 0 ? [named(headings)] : []),
    ...(items > 0 ? [`${items} list ${items === 1 ? 'item' : 'items'}`] : []),
    ...(corrections.length > 0 ? [`a correction in line ${corrections[0]?.place.line}`] : []),
  ]
  return parts.length === 0 ? 'the end of a section' : parts.join('; ')
}

function named(headings: readonly Mark[]): string {
  const shown = headings.slice(0, NAMED).map(({ text }) => `"${text}"`)
  const more = headings.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more ${more === 1 ? 'heading' : 'headings'}` : ''}`
}
