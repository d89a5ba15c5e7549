import type { Block } from '../../src/core/markdown.ts'
import { lineAt } from '../../src/core/place.ts'
import { lineRange } from '../../src/formats/entry-labels.ts'
import { leadingDay } from './day-in-text.ts'
import type { LogText, Remark } from './log-text.ts'
import { splitLead } from './split-lead.ts'
import { BELOW_HEADINGS, type Stop } from './stop.ts'

/** The items of lists that name a day each, and what keeps them from being entries. */
export type BulletStops = { readonly stops: readonly Stop[]; readonly blocked: readonly Remark[] }

/** A list item at the top level: its lines, and the column where its content starts. */
type Item = { readonly line: number; readonly start: number; end: number; readonly indent: number }

const ITEM = /^( {0,3})[-*+]( {1,4})(?=\S)/

/** Reads the top-level bullets that start with a day, `- 2026-01-05: …`; from the first one on, every bullet has to. */
export function bulletStops(log: LogText): BulletStops {
  const lists = log.markdown.blocks.filter((block) => block.type === 'list' && isOuter(log, block))
  const stops: Stop[] = []
  const blocked: Remark[] = []
  for (const item of lists.flatMap((list) => itemsOf(log, list))) {
    const stop = stopOf(log, item)
    if (stop) stops.push(stop)
    else if (stops.length > 0)
      blocked.push({
        line: item.line,
        what: 'is a list item without a day among dated ones: start it with its date',
      })
  }
  return { stops, blocked }
}

function isOuter({ markdown, starts }: LogText, { start, place }: Block): boolean {
  const isInside = markdown.blocks.some((block) => block.start < start && start < block.end)
  return !isInside && start - (starts[place.line - 1] ?? 0) <= 3
}

function itemsOf({ text, starts }: LogText, list: Block): Item[] {
  const items: Item[] = []
  const last = lineAt(starts, Math.max(list.end - 1, list.start))
  for (let number = list.place.line; number <= last; number++) {
    const line = lineRange(text, starts, number)
    if (!line) break
    const content = text.slice(line.start, line.end)
    const match = ITEM.exec(content)
    const open = items.at(-1)
    if (match && (match[1]?.length ?? 0) < (open?.indent ?? 4)) {
      items.push({ line: number, start: line.start, end: line.end, indent: match[0].length })
    } else if (open && content.trim() !== '') {
      open.end = line.end
    }
  }
  return items
}

function stopOf(log: LogText, { line, start, end, indent }: Item): Stop | null {
  const { text } = log
  const lines = text.slice(start, end).split(/(?<=\r\n|\n|\r(?!\n))/)
  const content = lines.map((one, index) => (index === 0 ? one.slice(indent) : dedent(one, indent))).join('')
  const first = content.split(/\r\n|\n|\r/, 1)[0] ?? ''
  const day = leadingDay(first)
  if (!day) return null
  const own = day.title + content.slice(first.length)
  const { title, body } = splitLead(own)
  return {
    style: 'item',
    start,
    end,
    heading: { start, end },
    line,
    depth: BELOW_HEADINGS,
    text: first,
    mark: { ...day, title, dateLine: line, leads: true },
    read: null,
    body,
  }
}

/** Takes the indentation of a list item's content off one of its lines, or as much of it as is there. */
function dedent(line: string, indent: number): string {
  let column = 0
  let at = 0
  while (column < indent && (line[at] === ' ' || line[at] === '\t')) {
    column = line[at] === '\t' ? column + 4 - (column % 4) : column + 1
    at++
  }
  // A tab that reaches further than the content's column stands for the spaces behind it.
  return ' '.repeat(Math.max(column - indent, 0)) + line.slice(at)
}
