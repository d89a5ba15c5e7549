import type { Markdown, ParseProblem } from '../core/source.ts'
import { lineStarts, placeOf, WHOLE_FILE } from '../core/text.ts'
import { planCost } from '../formats/markdown/markdown-cost.ts'
import { parsePlan } from '../formats/markdown/parse-markdown.ts'
import { type Engine, planMarkdown } from '../formats/markdown/plan-markdown.ts'
import { parseInWorker } from './parse-in-worker.ts'

/** Who asks for remark alone wants to compare, and waits: milliseconds that its estimate may reach in this process. */
const PATIENCE = 2000

/**
 * Parses the Markdown of an untrusted text, from the offset `start` on, in less than 2 s: at once where that is surely
 * quick, in a worker with limits where it may not be, and not at all where it cannot be. Never rejects for a text.
 */
export async function guardedMarkdown(
  text: string,
  start: number,
  engine: Engine = 'auto',
): Promise<{ markdown: Markdown } | { problem: ParseProblem }> {
  const began = performance.now()
  const plan = planMarkdown(text, start, engine)
  const cost = engine === 'remark' ? planCost(plan, PATIENCE) : planCost(plan)
  if (cost.verdict === 'refused') return { problem: refusal(text, cost) }
  if (cost.verdict === 'uncertain') {
    const answer = await parseInWorker({ text, start, engine }, performance.now() - began)
    return 'failure' in answer ? { problem: { ...failure(answer.failure), transient: true } } : answer
  }
  try {
    return { markdown: parsePlan(plan) }
  } catch (error) {
    return { problem: failure(`that its parser fails: ${String(error)}`) }
  }
}

function refusal(text: string, { offset, reason }: { offset: number; reason: string }): ParseProblem {
  return {
    rule: 'size-limit',
    place: placeOf(lineStarts(text), offset),
    message: `Unexpected ${reason}, expected at most 32 marks and 256 spaces before one`,
    help: 'Nest less deeply here, or move the text into a fenced code block: the Markdown was not parsed.',
  }
}

function failure(how: string): ParseProblem {
  return {
    rule: 'size-limit',
    place: WHOLE_FILE,
    message: `Unexpected Markdown so complex ${how}, expected text that parses at once`,
    help: 'Look for deep nesting or long runs of brackets, stars or backticks, and simplify or split the file.',
  }
}
