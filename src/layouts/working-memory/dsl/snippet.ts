import { BLOCK } from './grammar.ts'
import { behindIndent, indentOf, isBlank, type Line } from './read-lines.ts'

/** What stands in each further line of a snippet before its own white space. */
const INDENT = ' '.repeat(BLOCK)

/**
 * A snippet out of its text: what stands behind `=>` on the bullet's own line, and the lines below. The block's indent is
 * taken off, and every other byte kept. It is what the lines have in common; but the three levels of the grammar and no
 * more where the first line has none to share, because it stands behind `=>`, or starts the block with white space alone.
 */
export function readSnippet(text: string, beside: string, block: readonly Line[]): string {
  const lines = block.map((line) => text.slice(behindIndent(text, line, BLOCK), line.end))
  if (!isBlank(beside)) return [withoutSpace(beside), ...lines].join('\n')
  const [first] = block
  if (!first || (first.isBlank && first.width >= BLOCK)) return lines.join('\n')
  const common = commonIndent(lines)
  return lines.map((line) => line.slice(sharedLength(line, common))).join('\n')
}

/** A snippet as it stands behind `=>`, so that `readSnippet` gives the same one. */
export function printSnippet(snippet: string): string {
  const lines = snippet.split('\n')
  const [first = '', ...others] = lines
  const isBeside = lines.length === 1 || (!isBlank(first) && commonIndent(lines) !== '')
  const below = isBeside ? others : lines
  return [isBeside ? `=> ${first}` : '=>', ...below.map((line) => `${INDENT}${line}`)].join('\n')
}

/** One space or tab behind the arrow is the grammar's, any more are the snippet's. */
function withoutSpace(beside: string): string {
  return beside.startsWith(' ') || beside.startsWith('\t') ? beside.slice(1) : beside
}

/** Spaces and tabs that every line starts with which is not blank. */
function commonIndent(lines: readonly string[]): string {
  const [first, ...others] = lines.filter((line) => !isBlank(line)).map(indentOf)
  return others.reduce((common, indent) => common.slice(0, sharedLength(indent, common)), first ?? '')
}

function sharedLength(a: string, b: string): number {
  let at = 0
  while (at < a.length && at < b.length && a.charAt(at) === b.charAt(at)) at += 1
  return at
}
