import type { Markdown } from '../../core/markdown.ts'
import { parsePlan } from './parse-plan.ts'
import { type Engine, planMarkdown } from './plan-markdown.ts'

/**
 * Parses the Markdown of a text (CommonMark) into its outline. `start` is the offset where Markdown begins: after a
 * byte order mark and front matter. Offsets and places of the result are those of the whole text. Throws what remark
 * throws, such as a RangeError on very deep nesting.
 */
export function parseMarkdown(text: string, start: number, engine: Engine = 'auto'): Markdown {
  return parsePlan(planMarkdown(text, start, engine))
}
