import { countBefore } from '../../src/formats/count-before.ts'
import type { Group } from './arrange.ts'
import { PENDING } from './heading-edits.ts'
import { type LogText, lineBreakAfter } from './log-text.ts'

/** A log after its headings were brought into the form, and after all that follows. */
export type Steps = { readonly headings: LogText; readonly done: LogText }

/**
 * True when the entry reader finds in the result exactly the entries that were meant: in order, with their days and
 * titles, each with a category and a separator, no heading of a body as high as an entry's, and each body as it was.
 */
export function readsBack(groups: readonly Group[], { headings, done }: Steps): boolean {
  const { entries, misshapen } = done.log
  const found = [...entries.map(({ heading }) => heading), ...misshapen].sort((a, b) => a.start - b.start)
  const known = new Set(entries.map(({ heading }) => heading))
  if (found.length !== groups.length || entries.length !== headings.log.entries.length) return false
  const isMeant = found.every((heading, index) => {
    const group = groups[index]
    if (!group) return false
    const { mark, text } = group.stop
    if (group.role === 'entry')
      return known.has(heading) && heading.text === `[${mark?.date}] ${mark?.title}`.trimEnd()
    return !known.has(heading) && heading.text === (group.role === 'left' ? text : `${PENDING} ${text}`)
  })
  return isMeant && !swallowsHeading(done) && hasBodies(groups, { headings, done })
}

/** A heading as high as an entry's, in an entry: the reader found no end of the entry there. */
function swallowsHeading({ log, markdown }: LogText): boolean {
  return markdown.headings.some(({ depth, style, topLevel, start }) => {
    if (depth > 3 || style !== 'atx' || !topLevel) return false
    const entry = log.entries[countBefore(log.entries, start) - 1]
    return entry !== undefined && start >= entry.heading.end && start < entry.ownEnd
  })
}

function hasBodies(groups: readonly Group[], { headings, done }: Steps): boolean {
  const times = groups.filter(({ role }) => role === 'entry').map(({ stop }) => stop.mark?.time ?? null)
  return done.log.entries.every((entry, index) => {
    const before = headings.log.entries[index]
    if (!before || !entry.category?.isExact || entry.category.value.text === '') return false
    if (!entry.separator || done.text[entry.separator.start] !== '-') return false
    const lineBreak = lineBreakAfter(done, entry.heading.end)
    const body = headings.text.slice(before.body.start, before.body.end)
    const time = times[index] ? `Time: ${times[index]}${body === '' ? '' : lineBreak + lineBreak}` : ''
    return done.text.slice(entry.body.start, entry.body.end) === time + body
  })
}
