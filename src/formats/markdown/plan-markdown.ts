import { lineAt, lineStarts } from '../../core/text.ts'
import {
  addAll,
  blockOf,
  emptyOutline,
  isBlank,
  isBreak,
  type Line,
  type Lines,
  lineKind,
  lineOf,
  located,
  type Outline,
} from './outline.ts'
import { findDoubts, type Scan, scanDoubt, type Zone } from './scan.ts'
import { scanList, scanQuote } from './scan-containers.ts'
import { fenceEnd, headingAt, scanHtml, scanInline, scanParagraph } from './scan-leaves.ts'

/** `auto`: a line scan where it is sure, remark elsewhere; `remark`: remark for the whole text. Results are equal. */
export type Engine = 'auto' | 'remark'

/** What a line scan found out already, and the parts of the text that remark has to parse, in source order. */
export type Plan = { readonly lines: Lines; readonly outline: Outline; readonly zones: readonly Zone[] }

/** What may be the label of a link definition, at the start of a line in any container. */
const LABEL = /(?:^|[\r\n])[ \t>+*\-\d.)]*\[(?![ \t\r\n]*\])(?:[^[\]\\]|\\[\s\S]){1,999}\]:/

/** Decides what of a text a line scan can settle; `remark` leaves all of it to remark. */
export function planMarkdown(text: string, start: number, engine: Engine): Plan {
  const lines = { text, starts: lineStarts(text), from: start }
  if (engine === 'auto') {
    const { outline, zones } = scanBlocks(lines)
    if (!zones.some((zone) => mayDefine(text, zone))) return { lines, outline, zones }
  }
  return { lines, outline: emptyOutline(), zones: [{ start, end: text.length, type: 'inline' }] }
}

/** A definition makes references of brackets anywhere, and no link can enclose a reference: no part can be parsed alone. */
function mayDefine(text: string, { start, end }: Zone): boolean {
  return LABEL.test(text.slice(start, end))
}

/**
 * Reads a text line by line at the top level of Markdown. What it can be sure of goes to the outline (out of order
 * only between sorts); everything else is left as zones for remark. Each step starts where no block is open.
 */
function scanBlocks(lines: Lines): Scan {
  const scan = {
    ...lines,
    outline: emptyOutline(),
    zones: [],
    doubts: findDoubts(lines.text, lines.from),
  }
  let index = lineAt(lines.starts, lines.from) - 1
  for (let line = lineOf(scan, index); line; line = lineOf(scan, index)) {
    index = isBlank(line) ? index + 1 : scanBlock(scan, line, index)
  }
  return scan
}

function scanBlock(scan: Scan, line: Line, index: number): number {
  if (line.indent > 3) return scanDoubt(scan, index)
  switch (lineKind(scan.text, line)) {
    case 'text':
      return scanParagraph(scan, index)
    case 'heading':
      return scanHeading(scan, line, index)
    case 'fence':
      return scanFence(scan, line, index)
    case 'item':
      return scanList(scan, index)
    case 'break':
      return scanBreak(scan, line, index)
    case 'underline':
      return isBreak(scan.text, line) ? scanBreak(scan, line, index) : scanDoubt(scan, index)
    case 'other':
      return scanHtml(scan, line, index)
    case 'quote':
      return scanQuote(scan, line, index)
  }
}

function scanHeading(scan: Scan, line: Line, index: number): number {
  const links = scanInline(scan, { start: line.at, end: line.end })
  if (links) {
    scan.outline.headings.push(headingAt(scan, line, true))
    addAll(scan.outline.destinations, links)
  } else scan.zones.push({ start: line.at, end: line.end, type: 'inline' })
  return index + 1
}

function scanBreak(scan: Scan, line: Line, index: number): number {
  scan.outline.breaks.push(located({ start: line.at, end: line.end }, scan))
  return index + 1
}

function scanFence(scan: Scan, { at }: Line, index: number): number {
  const last = fenceEnd(scan, { index, at, column: 0 })
  const end = last === null ? scan.text.length : (lineOf(scan, last)?.end ?? 0)
  scan.outline.blocks.push(blockOf({ start: at, end }, 'fence', last !== null, scan))
  return last === null ? scan.starts.length : last + 1
}

/** `ordinary`: surely quick to parse; `uncertain`: only with a time limit; `refused`: not at all; with the place. */
type MarkdownCost =
  | { readonly verdict: 'ordinary' }
  | { readonly verdict: 'uncertain' }
  | { readonly verdict: 'refused'; readonly offset: number; readonly reason: string }

const MOST_CONTAINERS = 32

/** Up to this estimate in milliseconds a text is parsed at once: a machine four times as slow needs well under 1 s. */
const ORDINARY = 150

/** A line that starts with 33 marks of containers, or with 257 spaces and a mark. */
const REFUSED =
  /(?<=^|[\r\n])(?:(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t\r\n]|$))){33}|[ \t]{257,}(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))).*/g

/** A thematic break is as long as one likes. */
const BREAK = /^[ \t]*([-*])(?:[ \t]*\1)*[ \t]*$/

/** Judges, without parsing, what is left to do after a scan; an estimate above `most` milliseconds is not ordinary. */
export function planCost({ lines, zones }: Plan, most = ORDINARY): MarkdownCost {
  let cost = 0
  for (const { start, end } of zones) {
    const part = lines.text.slice(start, end)
    const refusal = refusalOf(part)
    if (refusal) return { verdict: 'refused', offset: start + refusal.offset, reason: refusal.reason }
    cost += parseCost(part, most - cost)
    if (cost > most) return { verdict: 'uncertain' }
  }
  return { verdict: 'ordinary' }
}

function refusalOf(part: string): { offset: number; reason: string } | null {
  for (const { 0: line, index } of part.matchAll(REFUSED)) {
    if (BREAK.test(line)) continue
    const marks = containersOf(line)
    const indent = line.search(/[^ \t]/)
    const reason =
      marks > MOST_CONTAINERS
        ? `${marks} quote and list marks on one line`
        : `a quote or list mark behind ${indent} spaces`
    return { offset: index, reason }
  }
  return null
}

/** What remark needs for one part of a text, in milliseconds of the machine it was measured on, and a call of it. */
const PER_CALL = 0.05
const PER_LINE = 0.03
const PER_CONTAINER = 0.05
/** For each container or underlined heading, remark copies all it has found so far: about one step a line. */
const PER_CONTAINER_AND_LINE = 1.5e-4
/** A line that goes on lazily in a container is compared with all lines before it. */
const PER_LAZY_LINE_SQUARED = 6e-5

/** A line's containers: quote and list marks, with the white space around them. */
const CONTAINERS = /(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t\r\n]|$)))+/y
const UNDERLINE = /[ \t>]*(?:=+|-+)[ \t]*(?=[\r\n]|$)/y
const LINE = /([^\r\n]*)(?:\r\n|\n|\r|$)/y
const MARK = />|[-+*]|\d+[.)]/g

/**
 * Estimates how long remark needs for this Markdown, in milliseconds; high where it is slow out of all proportion.
 * Counting stops as soon as the estimate is above `most`.
 */
function parseCost(markdown: string, most = Number.POSITIVE_INFINITY): number {
  let lines = 0
  let containers = 0
  let inline = 0
  let blockStart = 0
  for (let at = 0; at < markdown.length; ) {
    LINE.lastIndex = at
    const line = LINE.exec(markdown)?.[1] ?? ''
    lines++
    containers += containersOf(line)
    if (/^[ \t]*$/.test(line)) {
      inline += inlineCost(markdown.slice(blockStart, at))
      blockStart = LINE.lastIndex
    }
    at = LINE.lastIndex
    if (flowCost(lines, containers) + inline > most) break
  }
  const soFar = flowCost(lines, containers) + inline
  return soFar > most ? soFar : soFar + inlineCost(markdown.slice(blockStart))
}

function flowCost(lines: number, containers: number): number {
  const nested = PER_CONTAINER + lines * PER_CONTAINER_AND_LINE
  const lazy = containers > 0 ? lines ** 2 * PER_LAZY_LINE_SQUARED : 0
  return PER_CALL + lines * PER_LINE + containers * nested + lazy
}

/** How many containers start in a line; an underlined heading costs as much as one. */
function containersOf(line: string): number {
  CONTAINERS.lastIndex = 0
  const marks = CONTAINERS.exec(line)?.[0].match(MARK)?.length ?? 0
  UNDERLINE.lastIndex = 0
  return UNDERLINE.test(line) ? marks + 1 : marks
}

/** Measured on inputs that make remark quadratic, in milliseconds. */
const PER_CHARACTER = 6e-4
const PER_BRACKET_SQUARED = 6e-6
const PER_IMAGE_SQUARED = 1.2e-3
const PER_EMPHASIS_SQUARED = 2e-6
const PER_STRAY_EMPHASIS_SQUARED = 6e-5
const PER_STRAY_CODE_AND_CHARACTER = 2e-5
const PER_OPEN_HTML_AND_CHARACTER = 1e-4

const PIECE = /(\[|\])|(!(?=\[))|([*_])\3*|(`+)|(<[!?])/g

/** Estimates how long remark needs for the inline content of one block, in milliseconds. */
function inlineCost(block: string): number {
  const emphasis = { '*': { open: 0, deepest: 0, stray: 0 }, _: { open: 0, deepest: 0, stray: 0 } }
  const codeLengths = new Set<number>()
  let brackets = 0
  let images = 0
  let runs = 0
  let html = 0
  PIECE.lastIndex = 0
  for (let match = PIECE.exec(block); match; match = PIECE.exec(block)) {
    if (match[1]) brackets++
    else if (match[2]) images++
    else if (match[4]) codeLengths.add(match[4].length)
    else if (match[5]) html++
    else {
      runs++
      follow(emphasis[match[3] === '*' ? '*' : '_'], block, match.index, PIECE.lastIndex)
    }
  }
  const stray = [emphasis['*'], emphasis._].reduce((sum, one) => sum + one.stray + one.deepest, 0)
  return (
    block.length * (PER_CHARACTER + codeLengths.size * PER_STRAY_CODE_AND_CHARACTER) +
    block.length * html * PER_OPEN_HTML_AND_CHARACTER +
    brackets ** 2 * PER_BRACKET_SQUARED +
    images ** 2 * PER_IMAGE_SQUARED +
    runs ** 2 * PER_EMPHASIS_SQUARED +
    stray ** 2 * PER_STRAY_EMPHASIS_SQUARED
  )
}

/** Emphasis that finds its partner at once is cheap; what has none, or far away, is looked for again and again. */
function follow(
  emphasis: { open: number; deepest: number; stray: number },
  block: string,
  start: number,
  end: number,
): void {
  const canClose = start > 0 && /\S/.test(block.charAt(start - 1))
  const canOpen = /\S/.test(block.charAt(end))
  if (canClose && emphasis.open > 0) emphasis.open--
  else if (canOpen) emphasis.open++
  else emphasis.stray++
  emphasis.deepest = Math.max(emphasis.deepest, emphasis.open)
}
