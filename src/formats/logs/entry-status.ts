import type { Item } from '../../core/document.ts'
import type { Block, Range } from '../../core/source.ts'
import { oncePer } from '../../core/text.ts'
import type { Entry, LogText } from '../entry-log.ts'
import { countBefore } from '../markdown/outline.ts'
import { STATUS_COLUMN, STATUS_HEADING, STATUS_LINE, stateOf, statusText } from '../status.ts'

/** `Superseded by D-020`, `**Superseded by:** the queue of March`, as a line of its own: the words are looked for, and then what is before. */
const REPLACED =
  /((?:superseded|obsoleted)(?<=^[ \t>]{0,40}(?:[-*+][ \t]{1,9})?[*_~]{0,3}(?:superseded|obsoleted))[ \t]+by\b[^\r\n]*)/im

/** So many characters of an entry may say how far it has come: what is below is a text about something. */
const NEAR = 2000

/** The status of an entry, as it says it: in a line, below a heading, or in a column of its table; undefined without one. */
export function entryStatus(log: LogText, entry: Entry): string | undefined {
  const column = columns(log).get(entry.heading.place.line)
  const said = column === undefined ? inBody(log, entry) : cellAt(log, entry, column)
  return said === undefined ? undefined : (statusText(said) ?? undefined)
}

function inBody({ text, markdown }: LogText, { body }: Entry): string | undefined {
  const { headings, blocks } = markdown
  const own = headings.slice(countBefore(headings, body.start), countBefore(headings, body.end))
  const titled = own.find((one) => STATUS_HEADING.test(one.text))
  if (titled) {
    const inline = STATUS_HEADING.exec(titled.text)?.[1]
    return inline ?? /\S[^\r\n]*/.exec(text.slice(titled.end, body.end))?.[0]
  }
  const end = Math.min(own[0]?.start ?? body.end, body.start + NEAR)
  const near = text.slice(body.start, end)
  const found = [STATUS_LINE.exec(near), REPLACED.exec(near)].find(
    (one) => one && blocks.every((block) => !isCode(block) || !isIn(body.start + one.index, block)),
  )
  return found?.[1]
}

function isCode({ type }: Block): boolean {
  return type === 'fence' || type === 'html'
}

function isIn(offset: number, { start, end }: Range): boolean {
  return offset >= start && offset < end
}

/** By the line of a row: which of its cells is below the column `Status`; -1 where its table has none. */
const columns = oncePer(({ text, starts }: LogText): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  if (!text.includes('|')) return found
  let column: number | null = null
  for (const [i, start] of starts.entries()) {
    const line = text.slice(start, starts[i + 1])
    if (!line.trimStart().startsWith('|')) column = null
    else {
      column ??= cellsOf(line).findIndex((cell) => STATUS_COLUMN.test(cell))
      found.set(i + 1, column)
    }
  }
  return found
})

function cellAt({ text, starts }: LogText, { heading }: Entry, column: number): string | undefined {
  const { line } = heading.place
  return cellsOf(text.slice(starts[line - 1], starts[line]))[column]
}

function cellsOf(row: string): readonly string[] {
  return row.split('|').map((cell) => cell.trim())
}

/** What says of an item that another one took its place, or that it is over for another reason. */
const SUCCESSOR = /^(?:superseded|replaced|obsoleted)\s+by[:*_\s]+([^.;,|]+)/i

/** The most of a successor's name that is shown. */
const LONGEST = 60

/** Items whose status says that they count no more, with what took the place of each, in its own words. */
export function supersededItems(items: readonly Item[]): {
  readonly superseded: ReadonlySet<Item>
  readonly successors: ReadonlyMap<Item, readonly string[]>
} {
  const over = items.filter(({ status }) => status !== undefined && stateOf(status.toLowerCase()) === 'over')
  const successors = over.flatMap((item) => {
    const name = SUCCESSOR.exec(item.status ?? '')?.[1]?.trim()
    return name ? [[item, [[...name].slice(0, LONGEST).join('')]] as const] : []
  })
  return { superseded: new Set(over), successors: new Map(successors) }
}
