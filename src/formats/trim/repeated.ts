import type { LineRange } from '../../core/trim.ts'
import { estimateTokens } from '../tokens.ts'
import { blocksOf, emptyHeadings, entriesOf, isWhole, type Line, linesOf } from './blocks.ts'
import { rangesOf } from './find-trims.ts'

/** A statement that is said elsewhere as well. */
type Said = { readonly text: string; readonly line: number; readonly otherLine: number }

/** What could go of a text; `otherLine`: where the first of it is said as well. */
type Gone = {
  readonly ranges: readonly LineRange[]
  readonly count: number
  readonly tokens: number
  readonly otherLine: number
}

/** One sentence belongs to its own section, even where another section ends in the same way. */
const LEAST = 2

/** So much of a paragraph is all of it. */
const NEARLY_ALL = 0.9

/**
 * The lists, tables and paragraphs of a text that are said elsewhere as a whole, with the headings above them that would have nothing
 * below: half a list is worse than none. Null where there are none.
 */
export function wholeRepetitions(text: string, said: readonly Said[]): Gone | null {
  const lines = linesOf(text)
  const isSaid = new Set(said.map(({ line }) => line))
  const blocks = blocksOf(lines)
  const inBlock = new Set(blocks.flatMap((block) => block.lines.map(({ number }) => number)))
  const gone = new Set<number>()
  for (const block of blocks) {
    const entries = entriesOf(block).filter(({ first }) => isSaid.has(first.number))
    const own = new Set(entries.flatMap((entry) => entry.lines.map(({ number }) => number)))
    if (isWhole(block, own)) for (const { number } of block.lines) gone.add(number)
  }
  for (const paragraph of paragraphsOf(lines.filter(({ number }) => !inBlock.has(number)))) {
    const numbers = new Set(paragraph.map(({ number }) => number))
    const length = said.reduce((sum, one) => sum + (numbers.has(one.line) ? one.text.length : 0), 0)
    const all = paragraph.map((line) => line.text.trim()).join(' ').length
    if (length >= NEARLY_ALL * all) for (const number of numbers) gone.add(number)
  }
  const again = said.filter(({ line }) => gone.has(line))
  const [first] = again
  for (const { heading } of emptyHeadings(lines, gone)) gone.add(heading)
  const kept = lines.filter(({ number }) => gone.has(number))
  if (!first || again.length < LEAST) return null
  return {
    ranges: rangesOf(kept.map(({ number }) => number)),
    count: again.length,
    tokens: estimateTokens(kept.map((line) => line.text).join('\n')),
    otherLine: first.otherLine,
  }
}

/** Lines of text that follow each other. */
function paragraphsOf(lines: readonly Line[]): readonly (readonly Line[])[] {
  const found: Line[][] = []
  for (const line of lines) {
    if (line.form !== 'text') continue
    const open = found.at(-1)
    if (open?.at(-1)?.number === line.number - 1) open.push(line)
    else found.push([line])
  }
  return found
}
