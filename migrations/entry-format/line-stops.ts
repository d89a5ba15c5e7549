import type { Range } from '../../src/core/markdown.ts'
import { lineRange } from '../../src/formats/entry-labels.ts'
import { leadingDay } from './day-in-text.ts'
import type { LogText } from './log-text.ts'
import { BELOW_HEADINGS, type Stop } from './stop.ts'

const STAMPED = /^[*_]{0,3}\[\d{4}-\d{2}-\d{2}[^\]]*\][*_]{0,3}(?:[ \t]|:)/

/** Lines that start with a day in brackets, `[2026-01-05 14:30] Title`, anywhere in the text but in code and HTML. */
export function lineStops({ text, starts, markdown }: LogText): Stop[] {
  const opaque = markdown.blocks.filter(({ type }) => type !== 'list' && type !== 'quote')
  return starts.flatMap((_, index): Stop[] => {
    const line = lineRange(text, starts, index + 1)
    if (!line || line.start < markdown.start) return []
    const content = text.slice(line.start, line.end).trimEnd()
    const day = STAMPED.test(content) && !isIn(opaque, line.start) ? leadingDay(content) : null
    if (!day || day.title === '') return []
    const end = line.start + content.length
    return [
      {
        style: 'line',
        start: line.start,
        end,
        heading: { start: line.start, end },
        line: index + 1,
        depth: BELOW_HEADINGS,
        text: content,
        mark: { ...day, dateLine: index + 1, leads: true },
        read: null,
      },
    ]
  })
}

function isIn(ranges: readonly Range[], offset: number): boolean {
  return ranges.some(({ start, end }) => start <= offset && offset < end)
}
