import { inlineCost } from './inline-cost.ts'

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
export function parseCost(markdown: string, most = Number.POSITIVE_INFINITY): number {
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
export function containersOf(line: string): number {
  CONTAINERS.lastIndex = 0
  const marks = CONTAINERS.exec(line)?.[0].match(MARK)?.length ?? 0
  UNDERLINE.lastIndex = 0
  return UNDERLINE.test(line) ? marks + 1 : marks
}
