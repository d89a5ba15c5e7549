import type { Block, Heading } from '../../core/source.ts'
import { lineAt, oncePer, placeOf } from '../../core/text.ts'
import { lineRange, type Token } from '../entry-labels.ts'
import { headingTextStart, type LogText } from '../entry-log.ts'
import { findDate } from '../unread-headings.ts'
import { readHead } from './read-head.ts'

/** A line that may start an entry. */
export type Candidate = {
  /** A heading, or the line as if it were one; it ends where the text of the entry starts. */
  readonly heading: Heading
  /** Where its line starts. */
  readonly start: number
  /** What it says, without the mark of its unit. */
  readonly text: Token
  /** The text of a row by its cells. */
  readonly cells?: readonly Token[]
  /** The label that a heading has right below it, in lower case. */
  readonly label?: string
}

/** `**By:** Ada` and `- **By**: Ada`, where nothing else comes first. */
const LABEL =
  /^(?:[-*+][ \t]+)?(?:\*\*|__)([^*_\r\n]{1,40}?)(?:[:：][ \t]*(?:\*\*|__)|(?:\*\*|__)[ \t]*[:：])/

/** A label and the marks around it are no longer. */
const MOST_LABEL = 60

/** The label that a text starts with, in lower case; undefined for none. */
export function labelOf(text: string): string | undefined {
  return LABEL.exec(text.slice(0, MOST_LABEL))?.[1]?.trim().toLowerCase()
}

/**
 * The headings at the top level. Dashes below a text make a heading of it to Markdown; next to headings with `#` people mean a
 * rule.
 */
export const headingCandidates = oncePer(({ text, markdown, starts }: LogText): readonly Candidate[] => {
  const top = markdown.headings.filter(({ topLevel }) => topLevel)
  const isMarked = top.some(({ style, depth }) => style === 'atx' && depth <= 2)
  return top
    .filter(({ style, depth }) => !isMarked || style === 'atx' || depth === 1)
    .map((heading) => {
      const start = headingTextStart(text, heading)
      const below = nextText(text, heading.end)
      const label = labelOf(text.slice(below, below + MOST_LABEL))
      return {
        heading,
        start: starts[heading.place.line - 1] ?? heading.start,
        text: { start, end: start + heading.text.length, text: heading.text },
        ...(label !== undefined && { label }),
      }
    })
})

const BULLET = /^( {0,3})(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(?=\S)/

/** The outer items of lists at the top level. */
export const bulletCandidates = oncePer((log: LogText): readonly Candidate[] => {
  const blocks = outerBlocks(log.markdown.blocks)
  return blocks
    .filter(({ type }) => type === 'list')
    .flatMap((list) => {
      const inner = log.markdown.blocks.filter(
        ({ type, start, end }) =>
          start > list.start && end <= list.end && (type === 'fence' || type === 'html'),
      )
      let indent: number | null = null
      return linesWithin(log, list).flatMap(({ start, end }) => {
        if (inner.some((block) => block.start <= start && start < block.end)) return []
        const line = log.text.slice(start, end)
        const mark = BULLET.exec(line)
        if (!mark) return []
        indent ??= mark[1]?.length ?? 0
        if ((mark[1]?.length ?? 0) > indent + 1) return []
        return [lineCandidate(log, { start, end }, start + mark[0].length)]
      })
    })
})

/** A day at the start of a line, in brackets or bold or as it is. */
const STAMP = /^(?:\*{2}|__)?\[?\d/

/** Lines outside of lists and other blocks that start with a day. */
export const stampCandidates = oncePer((log: LogText): readonly Candidate[] => {
  return looseLines(log).flatMap(({ start, end }) => {
    const line = log.text.slice(start, end)
    const isStamp = STAMP.test(line) && (findDate(line.slice(0, 40))?.start ?? 9) <= 4
    return isStamp && !isClosing(log, { start, end }) ? [lineCandidate(log, { start, end }, start)] : []
  })
})

/** A day alone in the last line of something: it says when that was written, and starts nothing. */
function isClosing({ text, markdown }: LogText, { start, end }: Line): boolean {
  const { title } = readHead(text.slice(start, end), start)
  if (title.text !== '') return false
  const next = nextText(text, end)
  return (
    next >= text.length ||
    markdown.headings.some((heading) => heading.start === next) ||
    markdown.breaks.some((one) => one.start === next)
  )
}

const DELIMITER = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

/** The line above one, and whether it is a row of a table's body. */
type Above = { readonly end: number; readonly text: string; readonly isBody: boolean }

/** The rows of tables, without their heads and without rows that say nothing. */
export const rowCandidates = oncePer((log: LogText): readonly Candidate[] => {
  const rows: Candidate[] = []
  let above: Above | null = null
  for (const { start, end } of plainLines(log)) {
    const text = log.text.slice(start, end)
    if (!/^ {0,3}\|/.test(text)) {
      above = null
      continue
    }
    const isNext: boolean = above !== null && /^[\r\n]{0,2}$/.test(log.text.slice(above.end, start))
    const isBody: boolean = isNext && above !== null && (above.isBody || DELIMITER.test(above.text))
    if (isBody) {
      const cells = cellsOf(text, start)
      if (cells.some((cell) => /[\p{L}\p{N}]/u.test(cell.text)))
        rows.push({ ...lineCandidate(log, { start, end }, start), cells })
    }
    above = { end, text, isBody }
  }
  return rows
})

/** Where the first text from an offset on is; the end where there is none. */
export function nextText(text: string, from: number): number {
  let at = from
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1
  return at
}

function cellsOf(row: string, start: number): readonly Token[] {
  const cells: Token[] = []
  for (const { 0: cell, index } of row.matchAll(/(?:\\.|[^|\\])+/g)) {
    const lead = cell.length - cell.trimStart().length
    const text = cell.trim()
    if (index > 0) cells.push({ start: start + index + lead, end: start + index + lead + text.length, text })
  }
  return cells
}

type Line = { readonly start: number; readonly end: number }

function lineCandidate({ text, starts }: LogText, { start, end }: Line, from: number): Candidate {
  return {
    heading: {
      start,
      end: start,
      depth: 0,
      text: text.slice(from, end).trimEnd(),
      style: 'atx',
      topLevel: true,
      place: placeOf(starts, start, end),
    },
    start,
    text: { start: from, end, text: text.slice(from, end).trimEnd() },
  }
}

/** Blocks that lie in no list or quote. */
export function outerBlocks(blocks: readonly Block[]): readonly Block[] {
  let container = 0
  return blocks.filter(({ type, start, end }) => {
    const isOuter = start >= container
    if (type === 'list' || type === 'quote') container = Math.max(container, end)
    return isOuter
  })
}

function linesWithin({ text, starts }: LogText, { start, end }: Line): readonly Line[] {
  const lines: Line[] = []
  const last = lineAt(starts, Math.max(start, end - 1))
  for (let number = lineAt(starts, start); number <= last; number++) {
    const line = lineRange(text, starts, number)
    if (line) lines.push(line)
  }
  return lines
}

/** The lines of paragraphs: no headings, and nothing of a block. */
function plainLines(log: LogText): readonly Line[] {
  return linesOutside(log, outerBlocks(log.markdown.blocks))
}

/** The same and lines that follow a list without a blank line, which Markdown takes for a part of its last item. */
function looseLines(log: LogText): readonly Line[] {
  const others = log.markdown.blocks.filter(({ type }) => type !== 'list')
  const lists = log.markdown.blocks.filter(({ type }) => type === 'list')
  const lines = linesOutside(log, outerBlocks(others))
  let at = 0
  return lines.filter(({ start }) => {
    while ((lists[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at += 1
    const list = lists[at]
    return list === undefined || start < list.start || log.text[start] === '['
  })
}

function linesOutside(log: LogText, blocks: readonly Block[]): readonly Line[] {
  const { text, markdown } = log
  const taken = [...blocks, ...markdown.headings.filter(({ topLevel }) => topLevel)].sort(
    (a, b) => a.start - b.start,
  )
  let at = 0
  return linesWithin(log, { start: markdown.start, end: text.length }).filter((line) => {
    while ((taken[at]?.end ?? Number.POSITIVE_INFINITY) <= line.start) at += 1
    const next = taken[at]
    return next === undefined || next.start >= line.end
  })
}
