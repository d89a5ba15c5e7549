import { containersOf, parseCost } from './parse-cost.ts'
import { type Plan, planMarkdown } from './plan-markdown.ts'

/** `ordinary`: surely quick to parse; `uncertain`: only with a time limit; `refused`: not at all, and where it stands. */
export type MarkdownCost =
  | { readonly verdict: 'ordinary' }
  | { readonly verdict: 'uncertain' }
  | { readonly verdict: 'refused'; readonly offset: number; readonly reason: string }

const MOST_CONTAINERS = 32
const MOST_INDENT = 256

/** Up to this estimate in milliseconds a text is parsed at once: a machine four times as slow needs well under 1 s. */
const ORDINARY = 150

const LINE = /[^\r\n]+/g

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
    if (cost <= most) cost += parseCost(part, most - cost)
  }
  return { verdict: cost <= most ? 'ordinary' : 'uncertain' }
}

function refusalOf(part: string): { offset: number; reason: string } | null {
  for (const match of part.matchAll(LINE)) {
    const [line] = match
    const containers = containersOf(line)
    if (containers > MOST_CONTAINERS && !/^[ \t]*([-*])(?:[ \t]*\1)*[ \t]*$/.test(line)) {
      return { offset: match.index, reason: `${containers} quote and list marks on one line` }
    }
    const indent = line.search(/[^ \t]/)
    if (containers > 0 && indent > MOST_INDENT) {
      return { offset: match.index, reason: `a quote or list mark behind ${indent} spaces` }
    }
  }
  return null
}
