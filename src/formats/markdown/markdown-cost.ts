import { containersOf, parseCost } from './parse-cost.ts'
import { type Plan, planMarkdown } from './plan-markdown.ts'

/** `ordinary`: surely quick to parse; `uncertain`: only with a time limit; `refused`: not at all, and where it stands. */
export type MarkdownCost =
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

/** Judges, from a scan and without parsing, what parsing the Markdown of a text from `start` on would cost. */
export function markdownCost(text: string, start: number): MarkdownCost {
  return planCost(planMarkdown(text, start, 'auto'))
}

/** Judges what is left to do after a scan; an estimate above `most` milliseconds is not ordinary. */
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
