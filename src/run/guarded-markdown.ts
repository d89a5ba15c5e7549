import type { Markdown } from '../core/markdown.ts'
import type { ParseProblem } from '../core/source.ts'
import { parseMarkdown } from '../formats/markdown/parse-markdown.ts'

/** Parses Markdown in this process. */
export async function guardedMarkdown(
  text: string,
  start: number,
  engine: 'auto' | 'remark' = 'auto',
): Promise<{ markdown: Markdown } | { problem: ParseProblem }> {
  return { markdown: parseMarkdown(text, start, engine) }
}
