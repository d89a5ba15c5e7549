import type { Block } from '../../src/core/source.ts'
import { lineAt } from '../../src/core/text.ts'
import { lineRange } from '../../src/formats/entry-labels.ts'
import { leadingDay } from './day-in-text.ts'
import { BELOW_HEADINGS, type LogText, type Remark, type Stop } from './log-text.ts'

/** The items of lists that name a day each, and what keeps them from being entries. */
type BulletStops = { readonly stops: readonly Stop[]; readonly blocked: readonly Remark[] }

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
  // A tab that ends behind the content's column becomes the spaces behind that column.
  return ' '.repeat(Math.max(column - indent, 0)) + line.slice(at)
}

const BOLD = /^(\*\*|__)(?<title>[^*_\r\n]+)\1(?<gap>[ \t]*(?:[:.—–-]+(?=\s))?\s+|\s*$)/
/** The end of a sentence: what follows starts like another one. */
const SENTENCE = /[.!?]["')\]*_]{0,3}\s+(?=["'(*_`[]{0,3}[\p{Lu}\p{N}])/gu
const ABBREVIATED = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|no|dr|mr|mrs|st)\.$/i
const DASH = /[ \t\r\n](?:—|–|--?)[ \t\r\n]/g
/** A line that ends the paragraph above it. */
const BLOCK_START = /^[ \t]*(?:$|[-*+>#|]|\d{1,9}[.)]|```|~~~)/

/**
 * Splits the text of a list item into a title of one line and a body: behind what is bold at its start, its first
 * sentence, the part before a dash, or its first paragraph. What cannot be split is both.
 */
function splitLead(text: string): { readonly title: string; readonly body: string } {
  const paragraph = firstParagraph(text)
  const [end, next, own] = boldLead(text) ?? sentenceEnd(paragraph) ?? dashEnd(paragraph) ?? whole(paragraph)
  const title = (own ?? paragraph.slice(0, end))
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .join(' ')
    .trim()
  const body = withoutBlankStart(text.slice(next)).trimEnd()
  return { title, body: body === '' ? text.trim() : body.replace(/^[ \t]+(?=\S)/, '') }
}

function firstParagraph(text: string): string {
  let end = 0
  for (const line of text.split(/(?<=\r\n|\n|\r(?!\n))/)) {
    if (end > 0 && BLOCK_START.test(line.trimEnd())) break
    end += line.length
  }
  return text.slice(0, end).trimEnd()
}

type Split = readonly [end: number, next: number, title?: string]

function boldLead(text: string): Split | null {
  const match = BOLD.exec(text)
  const title = match?.groups?.title?.replace(/[:.]$/, '')
  return match && title ? [0, match[0].length, title] : null
}

function sentenceEnd(paragraph: string): Split | null {
  for (const { 0: mark, index } of paragraph.matchAll(SENTENCE)) {
    const end = index + mark.trimEnd().length
    const title = paragraph.slice(0, end)
    if (!isCut(title) && !ABBREVIATED.test(title))
      return [title.endsWith('.') ? end - 1 : end, index + mark.length]
  }
  return null
}

/** One word before a dash is a name, not a title. */
function dashEnd(paragraph: string): Split | null {
  for (const { 0: mark, index } of paragraph.matchAll(DASH)) {
    const title = paragraph.slice(0, index)
    if (!isCut(title) && /\S\s+\S/.test(title)) return [title.trimEnd().length, index + mark.length]
  }
  return null
}

function whole(paragraph: string): Split {
  return [/[^.]\.$/.test(paragraph) ? paragraph.length - 1 : paragraph.length, paragraph.length]
}

/** True when marks that open in a text close behind it. */
function isCut(text: string): boolean {
  const count = (mark: RegExp): number => text.match(mark)?.length ?? 0
  return count(/`/g) % 2 === 1 || count(/\*\*/g) % 2 === 1 || count(/[([]/g) > count(/[)\]]/g)
}

function withoutBlankStart(text: string): string {
  return text.replace(/^(?:[ \t]*(?:\r\n|\n|\r))+/, '')
}
